/** This package's version. A constant, since a bundle has no package.json beside it to read. */
export declare const VERSION = "0.1.0";
