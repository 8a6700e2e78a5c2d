import { type BranchName, type Oid } from "../../lifecycle/ids.js";
import { type HttpClient, type TokenSource } from "./http.js";
import type { MemoryObjects } from "./objects.js";
export interface RemoteOptions {
    readonly url: string;
    readonly ref: string;
    readonly token: TokenSource | undefined;
    readonly http: HttpClient;
    /** Bytes that one answer may have. */
    readonly answerBytes: number;
}
/** The branches of a remote. */
export interface RemoteHeads {
    /** Those whose name git takes, with their tips. */
    readonly branches: ReadonlyMap<BranchName, Oid>;
    /** The branch that a clone checks out; undefined where the remote does not say, or it has no commits. */
    readonly head: BranchName | undefined;
}
/** The notes ref of a remote, over git's smart HTTP protocol. */
export declare class Remote {
    #private;
    /** @throws CoppiceError CONFIG_INVALID when the address is none that a token may be sent to */
    constructor(options: RemoteOptions, objects: MemoryObjects);
    /** The branches as the last fetch saw them; undefined: there was none yet. */
    get seen(): RemoteHeads | undefined;
    /**
     * Brings what the ref holds, without its history; nothing is asked for that is here already.
     * @param known what it held when it was last looked at
     * @returns undefined when the remote has no such ref
     */
    fetch(known: Oid | undefined): Promise<Oid | undefined>;
    /**
     * Moves the remote's ref from a commit to one that was written on top of it, never otherwise.
     * @returns `moved`: the ref holds something else by now, and nothing has changed
     */
    push(from: Oid | undefined, to: Oid): Promise<"pushed" | "moved">;
}
