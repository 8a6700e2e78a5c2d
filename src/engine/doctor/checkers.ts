import { checkBaseMoves } from "./base-moves.js";
import { checkMonitors } from "./fsmonitor.js";
import { checkGitLocks } from "./git-locks.js";
import { checkCloneSetup, checkHooks } from "./hooks.js";
import { checkIndexes } from "./indexes.js";
import { checkInterrupted } from "./interrupted.js";
import { checkJournalLines } from "./journal-lines.js";
import { checkKeptFiles, checkLocalFacts } from "./kept-files.js";
import { checkLanded } from "./landed.js";
import { checkLinks } from "./links.js";
import { checkMissing } from "./missing.js";
import type { Checker } from "./model.js";
import { checkNames } from "./names.js";
import { checkNoFiles } from "./no-files.js";
import { checkObserved } from "./observed.js";
import { checkOwnFiles } from "./own-files.js";
import { checkRecords } from "./records.js";
import { checkRefs } from "./refs.js";
import { checkRegistrations } from "./registrations.js";
import { checkRemains } from "./remains.js";
import { checkRoleLines } from "./role-lines.js";
import { checkSets } from "./sets.js";
import { checkSharedConfig } from "./shared-config.js";
import { checkSize } from "./size.js";
import { checkSpool } from "./spool.js";
import { checkUnrecorded } from "./unrecorded.js";

/** A topic, as it is named when it cannot be checked, and who checks it. */
export interface Topic {
  /** With a capital letter, as the subject of a sentence. */
  readonly name: string;
  readonly check: Checker;
}

/**
 * All topics, in the order in which they are repaired: first what git itself stumbles over, then the links of worktrees,
 * then what the journals say of them, then what has followed from that; the hooks last.
 */
export const topics: readonly Topic[] = [
  { name: "git's locks", check: checkGitLocks },
  { name: "Whether Coppice's files are files", check: checkNoFiles },
  { name: "The configuration that worktrees share", check: checkSharedConfig },
  { name: "The branches of the repository", check: checkRefs },
  { name: "What git keeps of each worktree", check: checkRegistrations },
  { name: "The links between worktrees and the repository", check: checkLinks },
  { name: "The indexes of worktrees", check: checkIndexes },
  { name: "Whether file system monitors answer", check: checkMonitors },
  { name: "Whether journals can be read", check: checkJournalLines },
  { name: "What waits in the spool", check: checkSpool },
  { name: "Where worktrees lie", check: checkLocalFacts },
  // Before the operations of its worktrees, of which each could be finished alone.
  { name: "Whether sets were interrupted", check: checkSets },
  { name: "Where base is checked out", check: checkBaseMoves },
  { name: "Whether operations were interrupted", check: checkInterrupted },
  { name: "Whether worktrees are missing", check: checkMissing },
  { name: "Whether worktrees have no record", check: checkUnrecorded },
  { name: "What is left of removed worktrees", check: checkRemains },
  { name: "What is checked out and changed", check: checkObserved },
  { name: "Whether worktrees have landed", check: checkLanded },
  { name: "Whether records agree", check: checkRecords },
  { name: "What Coppice keeps beside the journals", check: checkOwnFiles },
  { name: "Whether role files are kept out of commits", check: checkRoleLines },
  { name: "What can be made again", check: checkKeptFiles },
  { name: "Whether names clash", check: checkNames },
  { name: "Whether the clone is set up", check: checkCloneSetup },
  { name: "Whether hooks run", check: checkHooks },
  { name: "How large the repository is", check: checkSize },
];
