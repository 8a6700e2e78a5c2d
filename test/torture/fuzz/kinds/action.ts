import { createRequire } from "node:module";
import * as z from "zod/mini";
import { readEvent } from "../../../../src/action/event.js";
import { inputNames, inputTable, inputVariable } from "../../../../src/action/input-table.js";
import { operations, readInputs } from "../../../../src/action/inputs.js";
import { routeOf } from "../../../../src/action/route.js";
import { plainLine } from "../../../../src/action/voice.js";
import {
  codeSpan,
  escapeMarkdown,
  fenced,
  htmlCode,
  link,
  table,
} from "../../../../src/engine/hosted/markdown.js";
import { hostileText } from "../hostile.js";
import { holds, type Kind, total, totalLater } from "../model.js";
import { jsonText, mutateBytes, mutateJson } from "../mutate.js";

const examples = z
  .array(z.object({ name: z.string(), examples: z.array(z.unknown()) }))
  .parse(createRequire(import.meta.url)("@octokit/webhooks-examples"));

/** Events as a runner hands them over. */
export const payloads: Kind = {
  name: "event payloads",
  share: 6,
  least: 6_000,
  open: async () => {
    const real = examples.flatMap(({ name, examples: all }) =>
      all.map((payload) => ({ name, payload, text: JSON.stringify(payload) })),
    );
    const wanted = real.filter(({ name }) =>
      ["push", "pull_request", "delete", "create", "check_suite"].includes(name),
    );
    return {
      attempt: (random, show) => {
        const { name, payload, text } = random.pick(random.chance(80) ? wanted : real);
        const changed = random.chance(60)
          ? jsonText(random, mutateJson(random, payload))
          : mutateBytes(random, Buffer.from(text)).toString("utf8");
        const event = random.chance(90) ? name : hostileText(random);
        show({ event, text: changed });
        const hint = total(() => readEvent(event, changed));
        holds(hint !== undefined, "an event was refused");
        if (hint === undefined) return undefined;
        holds(hint.branch === undefined || hint.branch !== "", "a branch without a name");
        const { number } = hint.pull ?? {};
        holds(
          number === undefined || (Number.isSafeInteger(number) && number > 0),
          "no number of a pull request",
        );
        const operation = random.pick(operations);
        total(() =>
          routeOf(hint, {
            operation,
            prune: random.chance(50),
            isTask: (branch) => branch.startsWith("task/"),
          }),
        );
        return undefined;
      },
    };
  },
};

/** The inputs of a workflow file. */
export const inputs: Kind = {
  name: "the Action's inputs",
  share: 3,
  least: 5_000,
  open: async () => ({
    attempt: async (random, show) => {
      const env: Record<string, string> = { "INPUT_GITHUB-TOKEN": "token" };
      for (const name of inputNames) if (random.chance(50)) env[inputVariable(name)] = inputTable[name];
      env[inputVariable(random.pick(inputNames))] = random.pick([
        hostileText(random),
        "true",
        "-1",
        "1e3",
        "7",
        "task/**",
        "main",
      ]);
      if (random.chance(10)) env[`INPUT_${hostileText(random).slice(0, 300)}`] = "x";
      show(env);
      await totalLater(() => readInputs(env));
      return undefined;
    },
  }),
};

/** Whatever a runner or a page would act on. */
const acting = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|[\u202a-\u202e\u2066-\u2069]/u;

/** Text from outside in a log, in markdown, and in a table of it. */
export const pages: Kind = {
  name: "log lines and markdown",
  share: 3,
  least: 5_000,
  open: async () => ({
    attempt: (random, show) => {
      const text = Array.from({ length: 1 + random.below(4) }, () => hostileText(random)).join(
        random.pick(["", " ", "\n", "|"]),
      );
      show(text);
      const line = plainLine(text);
      holds(
        !acting.test(line) && !line.includes("##["),
        `a line of a log: ${JSON.stringify(line.slice(0, 300))}`,
      );
      for (const [name, written] of Object.entries({
        text: escapeMarkdown(text),
        span: codeSpan(text),
        html: htmlCode(text),
        link: link(text, "https://example.com/x"),
      })) {
        holds(!acting.test(written), `${name}: ${JSON.stringify(written.slice(0, 300))}`);
        holds(name === "span" || !/<script/i.test(written), `${name} has a tag in it`);
      }
      const block = fenced(text);
      holds(!acting.test(block.replace(/[\n\t]/g, "")), "a block");
      const rows = table(["a", "b"], [[escapeMarkdown(text), codeSpan(text)]])
        .trimEnd()
        .split("\n");
      holds(rows.length === 3, `a table of one row has ${rows.length} lines`);
      return undefined;
    },
  }),
};
