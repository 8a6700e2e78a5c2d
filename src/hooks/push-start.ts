import { dirname, join } from "node:path";
import { loadKept } from "../engine/kept-code.js";
import { keptPlaceIn } from "../engine/kept-file.js";
import { oldNode } from "../version.js";
import { sharedDirectory } from "./fail-closed.js";
import { giveUpPush, type Judge, reasonOf, runPush } from "./push-run.js";

/**
 * What the pre-push hook starts where it finds it: `pre-push.js pre-push <remote> <url>`, the same as `hooks.js pre-push`
 * in less time. A person waits for it at each push, so everything that judges one is a single file (judge.js beside this
 * one) of CommonJS, whose compiled code is kept. Like main.ts it keeps to what old Nodes can read.
 */
function judgeWithKeptCode(started: string, args: readonly string[]): Promise<void> {
  const shared = sharedDirectory(process.cwd(), process.env);
  const judge = join(dirname(started), "judge.js");
  const { exports, keep } = loadKept<{ readonly prePush: Judge }>(judge, keptPlaceIn(shared, "judge"));
  return runPush(args, () => Promise.resolve(exports.prePush)).then(keep);
}

const [, started = "", , ...args] = process.argv;
const lacks = oldNode();
if (lacks !== undefined) giveUpPush(lacks);
else {
  Promise.resolve()
    .then(() => judgeWithKeptCode(started, args))
    .catch((error: unknown) => giveUpPush(reasonOf(error)));
}
