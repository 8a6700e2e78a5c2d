/** This package's version. A constant, since a bundle has no package.json beside it to read. */
export declare const VERSION = "0.1.0";
/** Why this Node cannot run Coppice; undefined when it can. Whatever is loaded before it is asked, old Nodes can read. */
export declare function oldNode(): string | undefined;
