import type { Oid } from "../lifecycle/ids.js";
import { ObjectWriter } from "./object-writer.js";
import type { Repository } from "./repository.js";
/**
 * A temporary git directory and work tree in which merges are computed, so that the result does not depend on
 * where Coppice was called: not on the caller's `.gitattributes`, not on `info/attributes` of this clone, not on
 * whether the repository is bare. Objects are read from the real repository; refs do not exist here.
 *
 * The attributes that count are those of one commit, given to `pin`. Git takes them from there with `--attr-source`
 * (2.43); an older git reads them from the work tree, where that commit's `.gitattributes` files are laid out.
 */
export declare class MergePlace {
    #private;
    /** Where git is started. */
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    /** Where merge-tree writes. */
    readonly objects: string;
    /** Writes there, too. */
    readonly writer: ObjectWriter;
    /** Writes objects that git can read here and that vanish with the place. */
    readonly scratch: ObjectWriter;
    /** @param keep - whether merged objects go into the repository; else they vanish with the place */
    constructor(repo: Repository, keep: boolean);
    /** What stands before `merge-tree` on git's command line. */
    get options(): string[];
    /** Makes the attributes of a commit or tree count. A git that is already running may have read others. */
    pin(attributes: Oid): Promise<void>;
    /** Deletes the place with everything that was not kept. Idempotent. */
    dispose(): void;
}
