import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Loss, Row, Section, SectionOptions, SectionResult } from "../section.js";
import { kinds } from "./kinds.js";
import type { Answer, Request, Tried } from "./messages.js";
import type { Kind } from "./model.js";

/**
 * Inputs that nobody would write, and that somebody will: each kind that Coppice reads is made hostile from a seed, and
 * read in a process beside this one. Nothing may be thrown but an error of the catalogue, no prototype may change, and time
 * and memory are bounded.
 */
export const section: Section = { name: "fuzz", title: "Hostile inputs", run };

const mostLanes = 4;

async function run(options: SectionOptions): Promise<SectionResult> {
  const { only = "", jobs, report } = options;
  const wanted = kinds.filter(({ name }) => name.includes(only));
  const [tried, losses]: [Tried[], Loss[]] = [[], []];
  // Those with the largest shares first: the lanes end at about the same time.
  const left = [...wanted].sort((one, other) => other.share - one.share);
  const count = Math.max(1, Math.min(jobs, mostLanes, wanted.length));
  const deadline = Date.now() + options.seconds * 1_000;
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const lane = opened(options, number);
      for (let kind = left.shift(); kind !== undefined; kind = left.shift()) {
        const answer = await asked(lane, { kind: kind.name, until: untilOf(kind, left, deadline, count) });
        losses.push(...answer.losses);
        if (answer.tried === undefined) continue;
        tried.push(answer.tried);
        report(`fuzz: ${answer.tried.inputs} ${kind.name}`);
      }
      lane.disconnect();
      await once(lane, "exit");
    }),
  );
  const rows = kinds.flatMap(({ name }): Row[] =>
    tried
      .filter(({ kind }) => kind === name)
      .map(({ inputs, seconds, slowest, violations }) => ({
        "kind of input": name,
        inputs,
        "a second": Math.round(inputs / Math.max(seconds, 0.001)),
        "slowest, ms": Math.round(slowest),
        violations: violations.length,
      })),
  );
  return { rows, inputs: tried.reduce((sum, { inputs }) => sum + inputs, 0), losses };
}

/** A kind's part of the time that is left to all lanes. */
function untilOf({ share }: Kind, others: readonly Kind[], deadline: number, lanes: number): number {
  const now = Date.now();
  const shares = others.reduce((sum, one) => sum + one.share, share);
  return now + (deadline - now) * Math.min(1, (lanes * share) / shares);
}

function opened({ scratch, seed, short }: SectionOptions, number: number): ChildProcess {
  const program = fileURLToPath(new URL("./lane.ts", import.meta.url));
  const words = [join(scratch, `fuzz-${number}`), String(seed), short ? "short" : "full"];
  return fork(program, words, { serialization: "advanced" });
}

function asked(lane: ChildProcess, request: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`the process that tried ${request.kind} ended with ${code}`));
    lane.once("exit", onExit);
    lane.once("message", (answer: Answer) => {
      lane.removeListener("exit", onExit);
      resolve(answer);
    });
    lane.send(request);
  });
}
