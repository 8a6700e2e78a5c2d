import { type GitObject } from "./object-format.js";
import { type ObjectFormat } from "./oid.js";
/** Where a repository keeps its refs and objects. */
export interface LoosePlace {
    /** Absolute. */
    readonly commonDir: string;
    readonly objectFormat: ObjectFormat;
    readonly refFormat: "files" | "reftable";
}
/**
 * Reads what stands in files of its own: the refs and objects that were written since the last `git gc`. Those are what is
 * asked for most, and they cost no process. Whatever else there is (packs, alternates, symbolic refs, replacements, something
 * broken) is git's to read.
 */
export declare class LooseObjects {
    #private;
    constructor(place: LoosePlace);
    /**
     * The object that a name stands for: an oid, a branch's or a notes ref's full name, either with `^{commit}` or `^{tree}`.
     * @returns undefined when git has to be asked, which may still find it, or tell that there is none
     */
    read(name: string): GitObject | undefined;
}
