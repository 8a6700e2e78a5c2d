import { type StateProperties, type Status } from "./states.js";
import type { Source } from "./table.js";
/** The machine as plain data, for tools. */
export interface MachineDocument {
    readonly version: 1;
    readonly states: readonly ({
        readonly name: Status;
    } & StateProperties)[];
    readonly events: readonly string[];
    readonly guards: readonly {
        readonly name: string;
        readonly holds: string;
        readonly requires: readonly string[];
    }[];
    readonly transitions: readonly {
        readonly row: string;
        readonly from: Source;
        readonly event: string;
        /** What the entry and the record must say. */
        readonly conditions: readonly string[];
        /** What the facts must say. */
        readonly guard: string | null;
        readonly effects: readonly {
            readonly type: string;
            readonly note: string | null;
        }[];
        readonly effectsFirst: boolean;
        /** One state; or for RETRY one for each operation that can have failed. */
        readonly to: Status | Readonly<Record<string, Status>>;
    }[];
}
/** The machine as JSON prints it. */
export declare const machineJson: () => MachineDocument;
/** The page docs/machine.md: states, transitions, guards and the diagram. */
export declare const machineMarkdown: () => string;
/** The machine as a mermaid state diagram. */
export declare function machineMermaid(): string;
