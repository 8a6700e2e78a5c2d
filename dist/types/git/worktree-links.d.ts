/**
 * How a linked worktree and its registration name each other (gitrepository-layout(5)): the directory's `.git`
 * file names the administrative directory `<common>/worktrees/<id>`, whose file `gitdir` names the `.git` file.
 */
/** A registration as it stands in the common git directory. */
export interface Registration {
    /** The administrative directory's own name. */
    readonly id: string;
    /** The administrative directory: the worktree's git directory. */
    readonly adminDir: string;
    /** The worktree's directory as its registration names it. */
    readonly path: string;
}
/**
 * A worktree's directory, from what git lists. git takes the main worktree for its git directory without `/.git`, which
 * is wrong after `init --separate-git-dir`, in a submodule and with core.worktree: there it may be the git directory itself.
 * @returns what is listed for a bare repository, and where the main worktree's place is not known
 */
export declare function listedPath({ commonDir, mainWorktree }: MainPlace, listed: string): string;
interface MainPlace {
    readonly commonDir: string;
    readonly mainWorktree: string | undefined;
}
/** All registrations, read from files. One that cannot be read is left out. */
export declare function readRegistrations(commonDir: string): Registration[];
/** One registration; undefined when it names no directory. */
export declare function readRegistration(adminDir: string): Registration | undefined;
/** The git directory of the worktree at `path`: of a main one its `.git`, of a linked one what its `.git` file names. */
export declare function gitDirOf(path: string): string | undefined;
/** The directory that a `.git` file names, symbolic links resolved; undefined when there is no such file or target. */
export declare function gitFileTarget(file: string): string | undefined;
/** Why a directory and a registration do not belong together, or "intact". */
export type LinkState = "intact"
/** Nothing is there. */
 | "missing"
/** A directory is there without a `.git`. */
 | "no-git-file"
/** One of its parents may not be looked into, or is a symbolic link to itself. */
 | "unreadable"
/** Something else than a directory is there: a file, or a symbolic link that may lead anywhere. */
 | "not-a-directory"
/** Its `.git` names another repository or registration, as after `cp -r`. */
 | "foreign"
/** The registration names another directory, as after moving it by hand. */
 | "moved";
/**
 * Whether a worktree's directory and its registration name each other.
 * Anything but "intact" means: do not delete what is there.
 * @param registered the registration, when it was read just before
 */
export declare function linkState(path: string, adminDir: string, registered?: Registration | undefined): LinkState;
/** The path with symbolic links resolved, as far as it exists; never throws. */
export declare function realPath(path: string): string;
/** A text without ASCII white space at its ends. `trim` takes no-break spaces and U+2028, too, and a branch may end so. */
export declare const asGitTrims: (text: string) => string;
/** What a file of git's says on its one line, as git reads it; undefined when it cannot be read. */
export declare function lineIn(file: string): string | undefined;
/** A file's text, or undefined when it cannot be read. */
export declare function readText(file: string): string | undefined;
export {};
