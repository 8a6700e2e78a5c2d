/** This package's version. A constant, since a bundle has no package.json beside it to read. */
export const VERSION = "0.1.0";
