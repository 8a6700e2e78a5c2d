import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { realPath } from "../../git/worktree-links.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { type LinkPlan, relink, repairPlan } from "./link-repair.js";
import {
  claimantsOf,
  type Entry,
  gitFileNames,
  type LinkSurvey,
  namesIn,
  surveyLinks,
} from "./link-survey.js";
import { type DoctorView, type Evidence, type Finding, subjectAt, subjectOf } from "./model.js";
import { recordToRejoin, rejoin } from "./registration-rebuild.js";

/**
 * The links between worktrees and their registrations, of everybody's worktrees: moved, copied, missing, claimed twice,
 * without a `.git` file or with somebody else's. What is missing of a managed worktree is its record's business.
 */
export async function checkLinks(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const survey = surveyLinks(engine);
  const live = new Map((await view.live()).map((record) => [record.id, record.branch]));
  const findings: Finding[] = [];
  for (const entry of survey.entries) {
    const branch = entry.mark === undefined ? undefined : live.get(entry.mark);
    findings.push(...(await findingsOf({ engine, survey, entry, branch })));
  }
  return [...findings, ...(await unregistered(view, survey))];
}

/** Directories whose registration was pruned, as git does by itself when one has been out of reach for three months. */
async function unregistered(view: DoctorView, { claimants }: LinkSurvey): Promise<Finding[]> {
  const { engine } = view;
  const parent = join(engine.repo.commonDir, "worktrees");
  const findings: Finding[] = [];
  for (const claimant of claimants) {
    const { path, target, dangling } = claimant;
    if (!dangling || dirname(target) !== parent) continue;
    const record = await recordToRejoin(view, claimant);
    const known = (await view.live()).find(({ id }) => engine.local.place(id)?.path === path);
    findings.push({
      code: "registration-gone",
      severity: "broken",
      subject: record === undefined ? subjectAt(path) : subjectOf(record, path),
      message: `${path} was a worktree of this repository, and its registration ${basename(target)} is gone: git does not work there.`,
      suggestedAction:
        record === undefined
          ? asideAction(path, known?.branch)
          : `coppice doctor --fix makes it anew, on ${record.branch}; no file is touched.`,
      evidence: { path, registration: target },
      ...(record === undefined ? {} : { repair: () => rejoin(engine, record.id, claimant) }),
    });
  }
  return findings;
}

/** @param branch of the live record that has its worktree there: `create` refuses to make that a second time */
function asideAction(path: string, branch: string | undefined): string {
  const aside = "Move it aside without its .git file";
  if (branch === undefined)
    return `${aside}, make the worktree again (coppice create --adopt, or git worktree add), and bring over what is not committed.`;
  const word = shellWord(branch);
  return `${aside}, make the worktree again (git worktree add ${shellWord(path)} ${word}, then coppice retry ${word}), and bring over what is not committed.`;
}

/** One registration, with what is around it. */
interface Case {
  readonly engine: Engine;
  readonly survey: LinkSurvey;
  readonly entry: Entry;
  /** Of the live record that it is marked with. */
  readonly branch: string | undefined;
}

type Told = Pick<Finding, "code" | "message" | "suggestedAction"> & Partial<Pick<Finding, "severity">>;

async function findingsOf(the: Case): Promise<Finding[]> {
  const { engine, survey, entry } = the;
  if (entry.state === "intact") return [...copies(the), ...halfMade(the)];
  // An empty folder is told of as that.
  if (entry.state === "nameless" && namesIn(entry.adminDir).length === 0) return [];
  const plan = await repairPlan(engine, survey, entry);
  if (plan !== undefined) {
    return [
      finding(the, {
        code: plan.registration ? "worktree-moved" : "git-file-broken",
        message: brokenLink(the, plan),
        suggestedAction: "coppice doctor --fix writes the link anew; git worktree repair does it, too.",
      }),
    ].map((found) => ({ ...found, repair: () => relink(engine, entry.id, plan) }));
  }
  const told = tellOf(the);
  return told === undefined ? [] : [finding(the, told)];
}

function brokenLink(the: Case, { registration, path, reason }: LinkPlan): string {
  const from = the.entry.path;
  if (!registration)
    return `The .git file of ${nameOf(the)} in ${path} ${reason}, so git does not know it as a worktree.`;
  return from === undefined
    ? `git's registration of ${nameOf(the)} names no directory; it is ${path}.`
    : `${first(the)} was moved by hand to ${path}, from ${from}; git looks for it where it is not.`;
}

/** `cp -r` of a worktree: both directories share HEAD and index, so a commit in one undoes what is in the other. */
function copies(the: Case): Finding[] {
  const { survey, entry } = the;
  const others = claimantsOf(survey, entry).filter(({ path }) => path !== realPath(entry.path ?? ""));
  return others.map(({ path }) =>
    finding(
      the,
      {
        code: "worktree-copied",
        message: `${path} is a copy of ${nameOf(the)} in ${entry.path}: git commands there change the HEAD and index of the original.`,
        suggestedAction: `Take its link away with rm ${shellWord(join(path, ".git"))}, so that git leaves the original alone; what is only in the copy can then be brought over, or into a worktree of its own (coppice create).`,
      },
      path,
    ),
  );
}

/** How long git may take to check out the files of a new worktree. */
const longestCheckoutMs = 60 * 60_000;

/** git itself keeps a worktree locked while it makes it; a killed `git worktree add` leaves that lock. */
function halfMade(the: Case): Finding[] {
  const { engine, entry } = the;
  const lock = lstatSync(join(entry.adminDir, "locked"), { throwIfNoEntry: false });
  const age = engine.now() - (lock?.mtimeMs ?? engine.now());
  if (entry.locked !== "initializing" || age < longestCheckoutMs) return [];
  return [
    finding(the, {
      code: "worktree-half-made",
      message: `git worktree add of ${entry.path} was killed before it was done: some of its files may be missing, and it is locked.`,
      suggestedAction: `Look with git -C ${word(the)} status; git worktree unlock ${word(the)} keeps it, git worktree remove --force --force ${word(the)} takes it away.`,
      severity: "note",
    }),
  ];
}

function tellOf(the: Case): Told | undefined {
  switch (the.entry.state) {
    case "nameless":
      return nameless(the);
    case "missing":
      return missing(the);
    case "no-git-file":
      // An empty directory in its place is as good as none.
      if (namesIn(the.entry.path ?? "").length === 0) return missing(the);
      return {
        code: "git-file-missing",
        message: `The directory of ${nameOf(the)}, ${the.entry.path}, has no .git file, and what lies there cannot be told to be the worktree.`,
        suggestedAction: `If it is, git worktree repair ${word(the)} links it again; else move it away, and git worktree prune forgets the worktree.`,
      };
    case "foreign":
      return foreign(the);
    case "not-a-directory":
      return {
        code: "worktree-replaced",
        message: `Something else stands where ${nameOf(the)} was: ${the.entry.path} is no directory.`,
        suggestedAction: "Move it away and bring the worktree back, or give the worktree up.",
      };
    case "unreadable":
      return {
        code: "worktree-unreadable",
        message: `${first(the)} in ${the.entry.path} cannot be looked at: a directory above it may not be read.`,
        suggestedAction: "Give yourself the permission to read it.",
      };
    default:
      return undefined;
  }
}

function nameless(the: Case): Told {
  const several = claimantsOf(the.survey, the.entry).map(({ path }) => path);
  return {
    code: "registration-broken",
    message: `git's registration ${the.entry.adminDir} names no directory${several.length > 1 ? `, and several claim it: ${several.join(", ")}` : ""}.`,
    suggestedAction:
      several.length > 0
        ? `Decide which is the worktree, and run git worktree repair ${shellWord(several[0] ?? "")} with its path.`
        : "If its worktree is still somewhere, run git worktree repair with its path; else git worktree prune forgets it.",
  };
}

function missing(the: Case): Told | undefined {
  const { entry, survey, branch } = the;
  const several = claimantsOf(survey, entry).map(({ path }) => path);
  if (several.length > 1) {
    return {
      code: "worktree-moved-twice",
      message: `${first(the)} is not in ${entry.path} any more, and several directories claim to be it: ${several.join(", ")}.`,
      suggestedAction: `Take the .git file out of those that are copies; then coppice doctor --fix finds the one that is left.`,
    };
  }
  if (entry.locked === "initializing") {
    return {
      code: "worktree-half-made",
      message: `git worktree add of ${entry.path} was killed: only its registration is there.`,
      suggestedAction: `git worktree remove --force --force ${word(the)} takes away what is left of it.`,
      severity: "note",
    };
  }
  if (branch !== undefined && entry.locked === undefined) return undefined;
  if (entry.locked !== undefined) {
    return {
      code: "worktree-locked-missing",
      message: `${first(the)} is locked${entry.locked === "" ? "" : ` (${entry.locked})`}, and its directory ${entry.path} is not there.`,
      suggestedAction:
        "Mount the disk that it is on; or, if it is gone for good, unlock it and git worktree prune forgets it.",
      severity: "note",
    };
  }
  return {
    code: "worktree-prunable",
    message: `The directory of ${nameOf(the)}, ${entry.path}, is gone; its registration keeps its branch from being deleted.`,
    suggestedAction: "If it is gone for good, git worktree prune forgets it.",
    severity: "note",
  };
}

function foreign(the: Case): Told {
  const { entry, survey } = the;
  const path = entry.path ?? "";
  if (isDirectory(join(path, ".git"))) {
    return {
      code: "git-directory-replaced",
      message: `${path} is a repository of its own now, and no longer ${nameOf(the)}.`,
      suggestedAction: "Move that repository elsewhere, then bring the worktree back or give it up.",
    };
  }
  const target = gitFileNames(path);
  const other = survey.entries.find(({ adminDir }) => target !== undefined && realPath(target) === adminDir);
  if (other?.path === entry.path) {
    return {
      code: "worktree-claimed-twice",
      message: `Two registrations claim ${path}: it is ${other?.id}, and ${entry.id} has no directory of its own.`,
      suggestedAction: `If the directory of ${entry.id} is somewhere, run git worktree repair with its path; else delete what remains of it: ${entry.adminDir}.`,
    };
  }
  return {
    code: "git-file-foreign",
    message: `The .git file in ${path} does not name ${nameOf(the)} but ${target ?? "nothing"}.`,
    suggestedAction:
      other === undefined
        ? `If the directory is this repository's, move its .git file away and run coppice doctor --fix; if it belongs to another one, git worktree prune forgets it here once it lies elsewhere.`
        : `It looks like a copy of ${other.path}: move it away, and bring the worktree back or give it up.`,
  };
}

function finding(the: Case, told: Told, path = the.entry.path ?? the.entry.adminDir): Finding {
  const { entry, branch } = the;
  const evidence: Evidence = {
    registration: entry.adminDir,
    path: entry.path ?? null,
    state: entry.state,
    claimants: claimantsOf(the.survey, entry).map((one) => one.path),
  };
  const { severity = "broken", ...rest } = told;
  return {
    ...rest,
    severity,
    subject: { id: branch === undefined ? null : (entry.mark ?? null), branch: branch ?? null, path },
    evidence,
  };
}

const nameOf = ({ branch, entry }: Case): string =>
  branch === undefined ? `the worktree ${entry.id}` : `the worktree of ${branch}`;

const word = ({ entry }: Case): string => shellWord(entry.path ?? "");

/** At the beginning of a sentence. */
const first = (the: Case): string => nameOf(the).replace(/^t/, "T");

const isDirectory = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
