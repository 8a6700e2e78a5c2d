import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PushLine } from "../engine/push-facts.js";
import { passVariable } from "../git/environment.js";
import { readAnswers } from "../git/hook-answers.js";
import { beginStatus, type HookPlace, hookPlace, listConfig } from "../git/hook-place.js";
import { isOid, parseOptionalOid } from "../git/oid.js";
import { GitRunner } from "../git/run.js";
import { endWithSignals } from "../git/running.js";
import { scrubSecrets } from "../journal/scrub.js";
import { failsClosed } from "./fail-closed.js";

/** The exit code of a refused push. Node itself ends with 1 when it cannot load the program: no verdict. */
const refusedCode = 3;

/** What a blocking hook answers. */
export interface HookAnswer {
  readonly code: 0 | typeof refusedCode;
  /** For standard error, with its line feeds; empty: nothing is to be said. */
  readonly stderr: string;
}

const passes: HookAnswer = { code: 0, stderr: "" };

/**
 * git's pre-push hook: judges the refs on standard input. What cannot be judged passes with a warning, unless
 * `hooks.failClosed` says otherwise. Never throws.
 * @param args the remote's name (its URL where it has none) and its URL; both may be missing when it is run by hand
 */
export async function prePush(
  args: readonly string[],
  stdin: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<HookAnswer> {
  const { lines, malformed } = parsePushLines(stdin);
  if (env.COPPICE === "0" || (lines.length === 0 && malformed.length === 0)) return passes;
  const place = hookPlace(env, cwd);
  const notJudged = (why: string): HookAnswer =>
    unjudged(failsClosed(cwd, place === undefined ? env : { ...env, GIT_DIR: place.gitDir }), why);
  if (place === undefined) return notJudged("there is no git repository here");
  if (malformed.length === 0 && (await hasPass(place, lines, env[passVariable]))) return passes;
  const undo = endWithSignals();
  try {
    // Git works while the rest of the program is set up.
    const git = new GitRunner({ env });
    const answers = readAnswers(env);
    const config = listConfig(place, git, answers);
    config.catch(() => {});
    const status = worthAStatus(place, lines) ? beginStatus(place, git, answers) : undefined;
    const { judgePush } = await import(/* webpackMode: "eager" */ "../engine/push-judge.js");
    const refusal = await judgePush({
      place,
      remote: remoteName(args),
      lines,
      objectFormat: oidLength(lines) === 64 ? "sha256" : "sha1",
      cwd,
      git,
      config,
      status,
    });
    if (refusal !== undefined) return { code: refusedCode, stderr: refusal };
  } catch (error) {
    return notJudged(error instanceof Error ? error.message : "unknown reason");
  } finally {
    undo();
  }
  const [first = ""] = malformed;
  return malformed.length === 0
    ? passes
    : notJudged(`a line of git's is not understood: ${first.slice(0, 80)}`);
}

async function hasPass(
  { commonDir }: HookPlace,
  lines: readonly PushLine[],
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false;
  const { isPassed } = await import("../engine/pass.js");
  return isPassed(
    commonDir,
    token,
    lines.map(({ remoteRef, localOid }) => ({ ref: remoteRef, oid: localOid })),
  );
}

/** Whether a push of branches comes from a managed worktree, whose state is its own. */
const worthAStatus = ({ gitDir, commonDir }: HookPlace, lines: readonly PushLine[]): boolean =>
  gitDir !== commonDir &&
  existsSync(join(gitDir, "coppice", "id")) &&
  lines.some(({ localOid, remoteRef }) => localOid !== undefined && remoteRef.startsWith("refs/heads/"));

/** A remote without a name is its URL, which may hold a password. */
function remoteName([name = "", url = ""]: readonly string[]): string {
  if (name === "" && url === "") return "the remote";
  return scrubSecrets(name === "" ? url : name);
}

const oidLength = ([first]: readonly PushLine[]): number =>
  (first?.localOid ?? first?.remoteOid)?.length ?? 40;

interface ParsedLines {
  readonly lines: PushLine[];
  readonly malformed: string[];
}

/**
 * `<local ref> SP <oid> SP <remote ref> SP <oid> LF`, githooks(5). The local ref stands as it was typed and may hold
 * spaces (`main@{1 day ago}`); the zeros of "no object" are 40 or 64.
 */
export function parsePushLines(stdin: string): ParsedLines {
  const parsed: ParsedLines = { lines: [], malformed: [] };
  for (const text of stdin.split("\n")) {
    if (text.trim() === "") continue;
    const [, localRef = "", local = "", remoteRef = "", remote = ""] =
      /^(.*) ([0-9a-f]+) ([^ ]+) ([0-9a-f]+)\r?$/s.exec(text) ?? [];
    if (isOid(local) && isOid(remote) && local.length === remote.length && remoteRef.startsWith("refs/")) {
      const [localOid, remoteOid] = [parseOptionalOid(local), parseOptionalOid(remote)];
      parsed.lines.push({ localRef, localOid, remoteRef, remoteOid });
    } else parsed.malformed.push(text);
  }
  return parsed;
}

/** A push that could not be judged. */
function unjudged(closed: boolean, why: string): HookAnswer {
  const reason = scrubSecrets(why).replace(/\s+/g, " ").replace(/\.$/, "");
  return closed
    ? { code: refusedCode, stderr: `coppice: ${reason}; the push is refused (hooks.failClosed)\n` }
    : { code: 0, stderr: `coppice: ${reason}; the push is not judged\n` };
}
