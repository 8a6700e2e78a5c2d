import * as z from "zod/mini";
import { errorCodeSchema, knownErrorDetailsSchema } from "./error-schemas.js";
import { branchNameSchema, cloneIdSchema, oidSchema, opIdSchema, timestampSchema } from "./ids.js";

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const label = text(255);
const count = z.int().check(z.minimum(0));

export const strategySchema = z.enum(["merge", "squash", "rebase"]);
export type Strategy = z.infer<typeof strategySchema>;

export const resolutionSchema = z.enum(["ours", "theirs", "manual"]);
export type Resolution = z.infer<typeof resolutionSchema>;

export const operationSchema = z.enum(["create", "init", "commit", "merge", "resolve", "remove", "observe"]);
/** What can fail, and so what an ERROR and a RETRY name. */
export type Operation = z.infer<typeof operationSchema>;

export const pruneReasonSchema = z.enum(["task_completed", "branch_deleted", "orphaned", "stale", "manual"]);
export type PruneReason = z.infer<typeof pruneReasonSchema>;

export const setupSchema = z.object({
  copyEnv: z._default(z.boolean(), true),
  installDeps: z._default(z.boolean(), true),
  runInitScript: z._default(z.boolean(), true),
});
export type SetupSteps = z.infer<typeof setupSchema>;

/** How many file names an event keeps; the total stands beside them. */
export const keptFiles = 100;
const fileList = z.array(text(4096)).check(z.maxLength(keptFiles));

/** Which run of prune an opening belongs to. One event tells what became of the whole run. */
const passMarkSchema = z.object({
  id: opIdSchema,
  /** How many more the run was going to remove after this one. */
  left: count,
});
export type PassMark = z.infer<typeof passMarkSchema>;

/* The twelve events that move the status. */

const createEvent = z.object({
  type: z.literal("CREATE"),
  op: opIdSchema,
  branch: branchNameSchema,
  /** Null for the home workspace alone. */
  base: z.nullable(branchNameSchema),
  baseOid: z.nullable(oidSchema),
  /** The clone that holds the directory; null when CI adopted a pushed branch. */
  clone: z.nullable(cloneIdSchema),
  kind: z._default(z.enum(["worktree", "home"]), "worktree"),
  task: z.optional(label),
  title: z.optional(text(1024)),
  role: z.optional(label),
  session: z.optional(label),
  run: z.optional(label),
  /** The branch existed before: removing the record's worktree after a failure must not remove it. */
  adopted: z.optional(z.boolean()),
  /** When it was begun, where another tool that kept it tells: earlier than this entry. */
  createdAt: z.optional(timestampSchema),
  setup: z._default(setupSchema, { copyEnv: true, installDeps: true, runInitScript: true }),
});

const initCompleteEvent = z.object({
  type: z.literal("INIT_COMPLETE"),
  op: opIdSchema,
  envCopied: z.optional(z.boolean()),
  depsInstalled: z.optional(z.boolean()),
  initScriptRun: z.optional(z.boolean()),
  /** The commit that a commit operation made, or the tip of the branch now. */
  sha: z.optional(oidSchema),
  /** The commit on base that carries the work. */
  mergeOid: z.optional(oidSchema),
  /** Base before the merge. */
  targetOid: z.optional(oidSchema),
});

const modifyEvent = z.object({
  type: z.literal("MODIFY"),
  filesChanged: fileList.check(z.minLength(1)),
  total: count.check(z.minimum(1)),
});

const discardEvent = z.object({ type: z.literal("DISCARD") });

const commitEvent = z.object({
  type: z.literal("COMMIT"),
  op: opIdSchema,
  message: text(65_536),
  /** The message's length in UTF-16 units before it was cut to fit an entry. */
  messageLength: z.optional(count),
  author: z.optional(text(512)),
});

const mergeEvent = z.object({
  type: z.literal("MERGE"),
  op: opIdSchema,
  target: branchNameSchema,
  strategy: z._default(strategySchema, "merge"),
  headOid: oidSchema,
  keep: z.optional(z.boolean()),
});

const resolveConflictEvent = z.object({
  type: z.literal("RESOLVE_CONFLICT"),
  op: opIdSchema,
  resolution: resolutionSchema,
  files: z.optional(fileList),
  /** How many files were named before the list was cut to fit an entry. */
  total: z.optional(count),
  headOid: oidSchema,
  /** Worktree and branch stay after the merge: it is resolved from inside the worktree, which is locked or in use. */
  keep: z.optional(z.boolean()),
});

const abortMergeEvent = z.object({ type: z.literal("ABORT_MERGE"), reason: z.optional(text(1024)) });

const removeEvent = z.object({
  type: z.literal("REMOVE"),
  op: opIdSchema,
  force: z._default(z.boolean(), false),
  pruneBranch: z._default(z.boolean(), true),
  /** The person gave up unsaved work knowingly: nothing is archived. */
  discard: z.optional(z.boolean()),
  pass: z.optional(passMarkSchema),
});

const pruneEvent = z.object({
  type: z.literal("PRUNE"),
  op: opIdSchema,
  reason: pruneReasonSchema,
  pass: z.optional(passMarkSchema),
});

const errorEvent = z.object({
  type: z.literal("ERROR"),
  op: opIdSchema,
  code: errorCodeSchema,
  message: text(4096),
  details: z._default(knownErrorDetailsSchema, {}),
  operation: operationSchema,
  recoverable: z.boolean(),
});

const retryEvent = z.object({
  type: z.literal("RETRY"),
  op: opIdSchema,
  operation: operationSchema,
  run: z._default(z.boolean(), true),
  pass: z.optional(passMarkSchema),
});

/* The annotations: they never change the status and are valid in every state of a record. */

const requestAnnotation = z.object({
  type: z.literal("REQUEST"),
  target: branchNameSchema,
  strategy: z._default(strategySchema, "merge"),
  headOid: oidSchema,
  keep: z.optional(z.boolean()),
});
const withdrawAnnotation = z.object({ type: z.literal("WITHDRAW"), reason: z.optional(text(1024)) });
export const evidenceSchema = z.enum(["merge", "ancestor", "patch-id", "commits", "tree", "pull-request"]);
const landedAnnotation = z.object({
  type: z.literal("LANDED"),
  target: branchNameSchema,
  headOid: oidSchema,
  mergeOid: z.optional(oidSchema),
  evidence: evidenceSchema,
});
export const pullRequestSchema = z.object({
  number: z.int().check(z.minimum(1)),
  url: text(2048),
  title: z.string().check(z.maxLength(1024)),
  state: z.enum(["open", "closed", "merged"]),
  createdAt: text(64),
});
const prAnnotation = z.object({ type: z.literal("PR"), ...pullRequestSchema.shape });
export const initScriptStatusSchema = z.enum(["running", "success", "failed"]);
const initScriptAnnotation = z.object({
  type: z.literal("INIT_SCRIPT"),
  status: initScriptStatusSchema,
  error: z.optional(text(4096)),
});
const headAnnotation = z.object({
  type: z.literal("HEAD"),
  oid: oidSchema,
  branch: branchNameSchema,
  /** The branch's former name, when it was renamed. */
  from: z.optional(branchNameSchema),
});
const ownAnnotation = z.object({ type: z.literal("OWN"), clone: cloneIdSchema });
const taskAnnotation = z.object({
  type: z.literal("TASK"),
  id: label,
  title: z.optional(text(1024)),
  status: label,
});
const staleAnnotation = z.object({ type: z.literal("STALE"), lastActivity: timestampSchema });
const lockAnnotation = z.object({ type: z.literal("LOCK"), reason: z.optional(text(1024)) });
const unlockAnnotation = z.object({ type: z.literal("UNLOCK"), reason: z.optional(text(1024)) });
const leaseAnnotation = z.object({ type: z.literal("LEASE"), until: timestampSchema });
const releaseAnnotation = z.object({ type: z.literal("RELEASE") });

/** The payload of every event and annotation, told apart by `type`. */
export const eventSchema = z.discriminatedUnion("type", [
  createEvent,
  initCompleteEvent,
  modifyEvent,
  discardEvent,
  commitEvent,
  mergeEvent,
  resolveConflictEvent,
  abortMergeEvent,
  removeEvent,
  pruneEvent,
  errorEvent,
  retryEvent,
  requestAnnotation,
  withdrawAnnotation,
  landedAnnotation,
  prAnnotation,
  initScriptAnnotation,
  headAnnotation,
  ownAnnotation,
  taskAnnotation,
  staleAnnotation,
  lockAnnotation,
  unlockAnnotation,
  leaseAnnotation,
  releaseAnnotation,
]);
export type LifecycleEvent = z.infer<typeof eventSchema>;
/** What a caller may leave out is filled in by the schema's defaults. */
export type LifecycleEventInput = z.input<typeof eventSchema>;
export type EventOf<T extends LifecycleEvent["type"]> = Extract<LifecycleEvent, { type: T }>;

/** The twelve events that move the status, in the order in which documentation shows them. */
export const transitionTypes = [
  "CREATE",
  "INIT_COMPLETE",
  "MODIFY",
  "DISCARD",
  "COMMIT",
  "MERGE",
  "RESOLVE_CONFLICT",
  "ABORT_MERGE",
  "REMOVE",
  "PRUNE",
  "ERROR",
  "RETRY",
] as const satisfies readonly LifecycleEvent["type"][];
export type TransitionType = (typeof transitionTypes)[number];
export type AnnotationType = Exclude<LifecycleEvent["type"], TransitionType>;
export type TransitionEvent = Extract<LifecycleEvent, { type: TransitionType }>;
export type Annotation = Extract<LifecycleEvent, { type: AnnotationType }>;

const transitionSet: ReadonlySet<string> = new Set(transitionTypes);
/** Whether an event can move the status; otherwise it is an annotation. */
export const isTransition = (event: LifecycleEvent): event is TransitionEvent =>
  transitionSet.has(event.type);
