/** What a hook starts when sh alone cannot decide: a Node and the hook program, both absolute. */
export interface HookProgram {
    readonly node: string;
    readonly program: string;
}
/** The hooks that Coppice has, the core first. */
export declare const hookNames: readonly ["post-checkout", "pre-push", "post-merge", "pre-commit", "post-commit", "post-rewrite", "pre-rebase"];
export type HookName = (typeof hookNames)[number];
export declare const coreHooks: readonly HookName[];
/** The directory that this package lies in; undefined when it was not installed as a whole. */
export declare const ownPackage: () => string | undefined;
/** The directory with the package's hook scripts; undefined when it was not installed with the package. */
export declare function packagedHooks(): string | undefined;
/** The hook program of this package, run by the Node that runs now. It may be missing; `status` tells. */
export declare function packagedProgram(): HookProgram;
