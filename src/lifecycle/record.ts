import * as z from "zod/mini";
import { conflictFileSchema, errorCodeSchema, knownErrorDetailsSchema } from "./error-schemas.js";
import {
  evidenceSchema,
  initScriptStatusSchema,
  operationSchema,
  pullRequestSchema,
  setupSchema,
  strategySchema,
} from "./events.js";
import {
  branchNameSchema,
  cloneIdSchema,
  oidSchema,
  opIdSchema,
  recordIdSchema,
  timestampSchema,
} from "./ids.js";
import { statusSchema } from "./states.js";

/** What is known of one worktree: the fold of its journal. Version 1; fields are only ever added. */
export const recordSchema = z.object({
  v: z.literal(1),
  id: recordIdSchema,
  status: statusSchema,
  branch: branchNameSchema,
  /** Null for the home workspace alone. */
  base: z.nullable(branchNameSchema),
  baseOid: z.nullable(oidSchema),
  type: z.enum(["worktree", "home"]),
  /** The clone that holds the working directory; null when none does. */
  owner: z.nullable(cloneIdSchema),
  adopted: z.boolean(),
  task: z.nullable(
    z.object({ id: z.string(), title: z.nullable(z.string()), status: z.nullable(z.string()) }),
  ),
  title: z.nullable(z.string()),
  role: z.nullable(z.string()),
  session: z.nullable(z.string()),
  run: z.nullable(z.string()),
  setup: setupSchema,
  /** The running operation; null in every state that is not transient. */
  op: z.nullable(
    z.object({ id: opIdSchema, name: operationSchema, since: timestampSchema, clone: cloneIdSchema }),
  ),
  /** The operations of this record so far: a late ERROR of one of them changes nothing. */
  ops: z.array(opIdSchema),
  /** What the newest MERGE asked for, while it is wanted (merging, conflict, error of merge or resolve). */
  merge: z.nullable(
    z.object({ target: branchNameSchema, strategy: strategySchema, headOid: oidSchema, keep: z.boolean() }),
  ),
  /** What the running or failed REMOVE or PRUNE asked for. */
  removal: z.nullable(
    z.object({
      force: z.boolean(),
      pruneBranch: z.boolean(),
      discard: z.boolean(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** What the running or failed COMMIT asked for. */
  commit: z.nullable(z.object({ message: z.string(), author: z.nullable(z.string()) })),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  /** When work was last done here: CREATE, MODIFY, COMMIT, MERGE, RESOLVE_CONFLICT, HEAD. */
  lastActivity: timestampSchema,
  headOid: z.nullable(oidSchema),
  envCopied: z.boolean(),
  depsInstalled: z.boolean(),
  initScriptRan: z.boolean(),
  initScriptStatus: z.nullable(initScriptStatusSchema),
  initScriptError: z.nullable(z.string()),
  request: z.nullable(
    z.object({
      target: branchNameSchema,
      strategy: strategySchema,
      headOid: oidSchema,
      keep: z.boolean(),
      at: timestampSchema,
    }),
  ),
  landed: z.nullable(
    z.object({
      target: branchNameSchema,
      headOid: oidSchema,
      mergeOid: z.nullable(oidSchema),
      evidence: evidenceSchema,
      at: timestampSchema,
    }),
  ),
  pr: z.nullable(pullRequestSchema),
  conflict: z.nullable(
    z.object({
      files: z.array(conflictFileSchema),
      total: z.int(),
      /** How many of the files can be resolved without a person. */
      autoResolvable: z.int(),
      headOid: oidSchema,
      targetOid: z.nullable(oidSchema),
    }),
  ),
  uncommittedFiles: z.nullable(z.object({ files: z.array(z.string()), total: z.int() })),
  lastError: z.nullable(
    z.object({
      code: errorCodeSchema,
      message: z.string(),
      details: knownErrorDetailsSchema,
      operation: operationSchema,
      recoverable: z.boolean(),
      /** The state in which it happened. */
      from: statusSchema,
      at: timestampSchema,
    }),
  ),
  stale: z.nullable(z.object({ lastActivity: timestampSchema, at: timestampSchema })),
  lock: z.nullable(z.object({ reason: z.nullable(z.string()), at: timestampSchema })),
  lease: z.nullable(z.object({ until: timestampSchema, clone: cloneIdSchema, holder: z.string() })),
  mergedAt: z.nullable(timestampSchema),
  removedAt: z.nullable(timestampSchema),
});
export type WorktreeRecord = z.infer<typeof recordSchema>;
