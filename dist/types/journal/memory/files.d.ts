/** What isomorphic-git asks of a path. */
interface Stat {
    readonly type: "file" | "dir";
    readonly mode: number;
    readonly size: number;
    readonly ino: number;
    readonly mtimeMs: number;
    readonly ctimeMs: number;
    readonly uid: number;
    readonly gid: number;
    readonly dev: number;
    isFile(): boolean;
    isDirectory(): boolean;
    isSymbolicLink(): boolean;
}
/**
 * A file system in memory, with the functions that isomorphic-git needs. A directory comes into being with the first
 * file in it; nothing is ever a link.
 */
export declare class MemoryFiles {
    #private;
    readonly promises: {
        readFile: (path: string, options?: string | {
            readonly encoding?: string;
        }) => Promise<string | Uint8Array<ArrayBufferLike>>;
        writeFile: (path: string, data: string | Uint8Array) => Promise<void>;
        unlink: (path: string) => Promise<void>;
        readdir: (path: string) => Promise<string[]>;
        mkdir: (path: string) => Promise<void>;
        rmdir: (path: string) => Promise<void>;
        stat: (path: string) => Promise<Stat>;
        lstat: (path: string) => Promise<Stat>;
        readlink: (path: string) => Promise<string>;
        symlink: (_target: string, path: string) => Promise<void>;
    };
    /** Puts a file where it belongs, with its directories. */
    write(path: string, bytes: Uint8Array): void;
}
export {};
