import { existsSync, readdirSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readText, realPath } from "../../git/worktree-links.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { branchRef } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { systemError } from "../../lifecycle/system-errors.js";
import { writeAtomically } from "../files.js";
import { isHere } from "../observe.js";
import { withWorktreeLock } from "../record-lock.js";
import { setAside } from "./link-repair.js";
import { namesIn } from "./link-survey.js";
import { type DoctorView, type Finding, subjectAt, subjectOf } from "./model.js";

/**
 * What git keeps of each linked worktree beside its link: HEAD, the way to the common directory, the index. git refuses
 * every command in a worktree in which one of them is broken, and its files are whole all the same.
 */
export async function checkRegistrations(view: DoctorView): Promise<Finding[]> {
  const { repo, local } = view.engine;
  const live = new Map((await view.live()).map((record) => [record.id, record]));
  const parent = join(repo.commonDir, "worktrees");
  const findings: Finding[] = [];
  for (const id of namesIn(parent).sort()) {
    const adminDir = join(parent, id);
    if (statSync(adminDir, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    const mark = local.markOf(adminDir);
    const one = { view, id, adminDir, record: mark === undefined ? undefined : live.get(mark) };
    const empty = emptyRegistration(one);
    if (empty !== undefined) {
      findings.push(empty);
      continue;
    }
    findings.push(...[commonDirectory(one), await head(one)].filter((found) => found !== undefined));
  }
  return findings;
}

interface Registered {
  readonly view: DoctorView;
  readonly id: string;
  readonly adminDir: string;
  /** The live record that it is marked with. */
  readonly record: WorktreeRecord | undefined;
}

const subject = ({ record, adminDir }: Registered): Finding["subject"] =>
  record === undefined ? subjectAt(adminDir) : subjectOf(record, adminDir);

const nameOf = ({ record, id }: Registered): string =>
  record === undefined ? `the worktree ${id}` : `the worktree of ${record.branch}`;

/** A folder with nothing in it: a process was killed while it made or removed a worktree. */
function emptyRegistration(one: Registered): Finding | undefined {
  const { adminDir } = one;
  if (!isEmptyDirectory(adminDir)) return undefined;
  return {
    code: "registration-empty",
    severity: "note",
    subject: subject(one),
    message: `Of ${nameOf(one)} an empty folder is left in the git directory: ${adminDir}.`,
    suggestedAction: "coppice doctor --fix takes it away.",
    evidence: { registration: adminDir },
    repair: () =>
      withWorktreeLock(one.view.engine, async () => {
        if (!isEmptyDirectory(adminDir)) return undefined;
        try {
          rmdirSync(adminDir);
        } catch (error) {
          throw systemError(error, "take away an empty folder") ?? error;
        }
        return `${adminDir} was empty and is gone.`;
      }),
  };
}

const isEmptyDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length === 0;

/** What git itself writes there. */
const wayUp = "../..";

function commonDirectory(one: Registered): Finding | undefined {
  const { adminDir, view } = one;
  const isWrong = (): boolean => {
    const text = readText(join(adminDir, "commondir"))?.trim();
    return (
      text === undefined ||
      text === "" ||
      text.includes("\0") ||
      realPath(resolve(adminDir, text)) !== view.engine.repo.commonDir
    );
  };
  if (!statSync(adminDir, { throwIfNoEntry: false })?.isDirectory() || !isWrong()) return undefined;
  return {
    code: "registration-commondir",
    severity: "broken",
    subject: subject(one),
    message: `git does not find the repository from ${nameOf(one)}: ${join(adminDir, "commondir")} does not lead there.`,
    suggestedAction: `coppice doctor --fix writes ${wayUp} into it, as git does.`,
    evidence: { registration: adminDir },
    repair: () =>
      withWorktreeLock(view.engine, async () => {
        if (!isWrong()) return undefined;
        try {
          writeAtomically(join(adminDir, "commondir"), `${wayUp}\n`);
        } catch (error) {
          throw systemError(error, "write commondir") ?? error;
        }
        return `git finds the repository from ${nameOf(one)} again.`;
      }),
  };
}

type HeadProblem = "missing" | "unreadable" | "unborn";

/** Where HEAD names neither a branch nor a commit. In reftable repositories it does not stand in this file. */
function headProblem({ view, adminDir }: Registered): HeadProblem | undefined {
  if (view.engine.repo.refFormat !== "files") return undefined;
  const file = join(adminDir, "HEAD");
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return "missing";
  const text = stat.isFile() ? readText(file)?.replace(/\r?\n$/, "") : undefined;
  if (text === undefined) return "unreadable";
  if (/^0+$/.test(text)) return "unborn";
  return isHead(text) ? undefined : "unreadable";
}

/** As far as git checks names: see git-check-ref-format(1). */
const isHead = (text: string): boolean =>
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ||
  (/^ref:[ \t]*refs\/[^ ]+$/.test(text) &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may stand in a ref's name
    !/\.\.|@\{|\/\/|[\u0000-\u0020~^:?*[\\\u007f]|\/\.|\.$|\/$|\.lock(?:\/|$)/.test(
      text.replace(/^ref:[ \t]*/, ""),
    ));

async function head(one: Registered): Promise<Finding | undefined> {
  const problem = headProblem(one);
  if (problem === undefined || isHalfMade(one)) return undefined;
  const { adminDir, record, view } = one;
  const branch = await branchToTake(one);
  const file = join(adminDir, "HEAD");
  const words = { missing: "is missing", unreadable: "names nothing", unborn: "names no commit" }[problem];
  return {
    code: "registration-head",
    severity: "broken",
    subject: subject(one),
    message: `The HEAD of ${nameOf(one)} ${words} (${file}): git refuses to work there. Its files are whole.`,
    suggestedAction:
      branch === undefined
        ? `Write the branch that belongs there into it: ref: refs/heads/${record?.branch ?? "<branch>"}`
        : "coppice doctor --fix writes its branch into it.",
    evidence: { registration: adminDir, head: problem, branch: record?.branch ?? null },
    ...(branch === undefined || record === undefined
      ? {}
      : {
          repair: () =>
            withWorktreeLock(view.engine, async () => {
              if (headProblem(one) === undefined) return undefined;
              if ((await branchToTake(one)) !== branch) throw changed(one);
              try {
                if (existsSync(file)) setAside(view.engine, file, `${one.id}-HEAD`);
                writeFileSync(file, `ref: ${branchRef(record.branch)}\n`, { flag: "wx" });
              } catch (error) {
                throw systemError(error, "write HEAD") ?? error;
              }
              return `${nameOf(one)} is on ${branch} again.`;
            }),
        }),
  };
}

/** A `git worktree add` that was killed; its branch may be somebody's. */
const isHalfMade = ({ adminDir }: Registered): boolean =>
  readText(join(adminDir, "locked"))?.trim() === "initializing";

/** The branch that is certain to belong there: the record's, where no operation of git's took HEAD elsewhere. */
async function branchToTake({ view, adminDir, record }: Registered): Promise<string | undefined> {
  const { engine } = view;
  if (record === undefined || !isHere(engine, record) || view.isBusy(record.id)) return undefined;
  if (["rebase-merge", "rebase-apply", "BISECT_LOG"].some((name) => existsSync(join(adminDir, name))))
    return undefined;
  if (!(await view.branches()).has(record.branch)) return undefined;
  const elsewhere = (await view.worktrees()).some(
    ({ branch, gitDir }) => branch === record.branch && gitDir !== adminDir,
  );
  return elsewhere ? undefined : record.branch;
}

const changed = (one: Registered): CoppiceError =>
  new CoppiceError("INVALID_STATE", `${nameOf(one)} has changed since it was looked at.`, {
    suggestedAction: "Run coppice doctor again.",
  });
