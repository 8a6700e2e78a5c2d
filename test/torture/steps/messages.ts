import type { Loss } from "../section.js";
import type { Case, CaseResult } from "./case.js";
import type { Walked } from "./walked.js";

/** What a worker is asked to do with an operation, by its name. */
export type Request =
  | { readonly kind: "prepare"; readonly operation: string }
  | {
      readonly kind: "run";
      readonly operation: string;
      readonly cases: readonly Case[];
      /** Only what costs nothing is answered for: the same has come to its end before. */
      readonly known: boolean;
    };

export type Answer =
  | { readonly kind: "prepared"; readonly walked: Walked; readonly losses: readonly Loss[] }
  | { readonly kind: "ran"; readonly results: readonly (CaseResult | undefined)[] }
  | { readonly kind: "broken"; readonly message: string };
