import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { CoppiceError } from "../lifecycle/errors.js";
/** A child started by `GitRunner.open`, with its three pipes. */
export interface OpenedChild {
    readonly child: ChildProcess;
    readonly stdin: Writable;
    readonly stdout: Readable;
    readonly stderr: Readable;
    /** What git was asked to do, for messages. */
    readonly command: string;
}
/**
 * A git process that is asked and answers, such as `cat-file --batch-command`.
 * Reads are answered in the order in which they were made. While no read is waiting the process does not keep
 * Node alive, so a forgotten one ends with the program: git ends at the end of its input.
 */
export declare class GitProcess {
    #private;
    constructor(opened: OpenedChild);
    /** The exit code, once the process has ended; -1 when a signal ended it. */
    get code(): number | undefined;
    /** The end of what git wrote to standard error. */
    get stderr(): string;
    /** Sends bytes; a process that has ended ignores them. */
    write(data: string | Uint8Array): void;
    /** The next `size` bytes. */
    read(size: number): Promise<Buffer>;
    /** The bytes before the next `byte`, which is consumed. */
    readUntil(byte: number): Promise<Buffer>;
    /** The next line as UTF-8, without its line feed. */
    readLine(): Promise<string>;
    /** The next line where it has come already: who reads thousands need not wait for each. */
    lineNow(): string | undefined;
    /** The next `size` bytes where they have come already. */
    bytesNow(size: number): Buffer | undefined;
    /** The next field of a `-z` output. */
    readField(): Promise<Buffer>;
    /** Ends the input and waits until git has ended. */
    close(): Promise<number>;
    /** Ends git at once. */
    kill(): Promise<void>;
    /** Ends git in order; whoever waits for an answer, or asks from now on, gets the reason. */
    interrupt(reason: CoppiceError): void;
}
