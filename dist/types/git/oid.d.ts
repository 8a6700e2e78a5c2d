import type { Oid } from "../lifecycle/ids.js";
export type ObjectFormat = "sha1" | "sha256";
/** Whether a text is a full object id. */
export declare const isOid: (text: string) => text is Oid;
/** An object id that git printed. */
export declare function parseOid(text: string): Oid;
/** An object id that stands in an object as bytes. */
export declare const oidOfBytes: (bytes: Buffer, start: number, end: number) => Oid;
/** An object id that git printed, or nothing for the zero id and an empty field. */
export declare const parseOptionalOid: (text: string) => Oid | undefined;
/** Git's "no object": 40 zeros, or 64 in a SHA-256 repository. */
export declare const isZeroOid: (text: string) => boolean;
/** The zero id of a repository: as an old value it means "must not exist yet". */
export declare const zeroOid: (format: ObjectFormat) => string;
