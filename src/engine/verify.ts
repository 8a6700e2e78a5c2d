import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { filesTimeoutMs } from "../git/run.js";
import { readRegistrations } from "../git/worktree-links.js";
import { removeWorktree } from "../git/worktree-remove.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { logsFile } from "./local.js";
import { failureOf, runRecordCommand } from "./record-command.js";
import { withWorktreeLock } from "./record-lock.js";
import { requireTrust } from "./trust.js";
import { excludeWorktreeRoot, worktreeRoot } from "./worktree-root.js";

/**
 * The command of config `merge.verify`, where it is to run.
 * @throws UNTRUSTED when this clone has not allowed it
 */
export async function verifyCommand(engine: Engine, wanted: boolean, tip: Oid): Promise<string | undefined> {
  const command = wanted ? engine.config.merge.verify : undefined;
  if (command !== undefined) await requireTrust(engine, ["merge.verify"], { commit: tip });
  return command;
}

/**
 * Runs the verify command in a temporary detached worktree at the commit that is to land. The worktree lies beside the
 * others, so that a tool finds there what it finds in them, and is gone when this returns.
 * @throws MERGE_FAILED with the end of the output; base has not moved
 */
export async function verify(
  engine: Engine,
  record: WorktreeRecord,
  target: BranchName,
  oid: Oid,
  command: string,
): Promise<void> {
  engine.report.step(`verifying ${record.branch}: ${command}`);
  await removeLeftovers(engine, record);
  const path = await addDetached(engine, record, oid);
  try {
    const logFile = join(engine.local.directory(record.id), "verify.log");
    engine.local.write(record.id, logsFile, {
      ...engine.local.read(record.id, logsFile),
      verify: logFile,
    });
    const result = await runRecordCommand(engine, record.id, {
      command,
      cwd: path,
      env: {
        COPPICE_WORKTREE: path,
        COPPICE_BRANCH: record.branch,
        COPPICE_BASE: target,
        COPPICE_MAIN: engine.repo.mainWorktree ?? engine.repo.root,
        COPPICE_COMMIT: oid,
      },
      logFile,
    });
    const failure = failureOf(result);
    if (failure === undefined) return;
    throw new CoppiceError("MERGE_FAILED", `The verify command ${failure}, so ${target} was not moved.`, {
      details: {
        branch: record.branch,
        base: target,
        step: "verify",
        ...(result.code === undefined ? {} : { exitCode: result.code }),
        output: result.tail,
      },
      suggestedAction: `Mend it: coppice retry ${shellWord(record.branch)} --no-run, work, then merge again; or coppice retry ${shellWord(record.branch)}.`,
    });
  } finally {
    await removeLeftovers(engine, record);
  }
}

const prefixOf = ({ id }: WorktreeRecord): string => `.verify-${id.slice(0, 16)}-`;

/** The beginning of the id of the record whose merge a worktree was made to verify; undefined: it was made for something else. */
export const verifiedId = (path: string): string | undefined =>
  /^\.verify-([0-9a-f]{16})-/.exec(basename(path))?.[1];

async function addDetached(engine: Engine, record: WorktreeRecord, oid: Oid): Promise<string> {
  const root = worktreeRoot(engine);
  const path = join(root, prefixOf(record) + randomBytes(4).toString("hex"));
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw systemError(error, "make the directory for verifying") ?? error;
  }
  excludeWorktreeRoot(engine);
  await withWorktreeLock(engine, () =>
    engine.repo.git.run(engine.repo.commonDir, ["worktree", "add", "--detach", "--quiet", "--", path, oid], {
      timeoutMs: filesTimeoutMs,
      signal: engine.signal,
      writes: root,
    }),
  );
  return path;
}

/** Takes away every verify worktree of the record: the lock is held, so none is in use. */
export async function removeLeftovers(engine: Engine, record: WorktreeRecord): Promise<void> {
  // Cleaning up goes on after Ctrl-C.
  const undisturbed: Engine = { ...engine, signal: new AbortController().signal };
  for (const { id, path } of readRegistrations(engine.repo.commonDir)) {
    if (!basename(path).startsWith(prefixOf(record))) continue;
    await withWorktreeLock(undisturbed, () =>
      removeWorktree(engine.repo, { id, path }, engine.trash.takeAway),
    );
  }
}
