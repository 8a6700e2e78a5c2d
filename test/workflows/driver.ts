import { githubTools } from "../../scripts/github-tools.js";

type Tools = Awaited<ReturnType<typeof githubTools>>;
type Token = NonNullable<ReturnType<Tools["parser"]["parseWorkflow"]>["value"]>;

/** An event as GitHub hands it to the repository's workflows. */
export interface WorkflowEvent {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** `owner/name`. */
  readonly repository: string;
  /** What a push moved; the default branch, for events of no branch. */
  readonly ref: string;
  /** Of `workflow_dispatch`. */
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** A step whose condition holds. */
export interface DrivenStep {
  readonly uses: string;
  /** Its `with:`, evaluated: what the runner puts into `INPUT_*`. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** What a workflow does with one event. */
export interface DrivenRun {
  readonly group: string;
  readonly cancels: boolean;
  readonly permissions: Readonly<Record<string, string>>;
  /** Of the jobs whose condition holds; no job, no step. */
  readonly steps: readonly DrivenStep[];
}

/**
 * Reads a workflow with GitHub's own parser, and evaluates with GitHub's own expressions what a runner would do.
 * @returns undefined when the event does not start it
 */
export async function drive(text: string, event: WorkflowEvent): Promise<DrivenRun | undefined> {
  const { parser } = await githubTools();
  const parsed = parser.parseWorkflow(
    { name: "workflow.yml", content: text },
    new parser.NoOperationTraceWriter(),
  );
  const root = parsed.value;
  if (root === undefined) throw new Error("no workflow");
  const template = await parser.convertWorkflowTemplate(parsed.context, root);
  if (template.errors !== undefined)
    throw new Error(template.errors.map(({ Message }) => Message).join("\n"));
  if (!starts(template.events, event)) return undefined;

  const evaluate = await evaluator(event);
  const concurrency = mapOf(root, "concurrency");
  const steps = template.jobs.flatMap((job) => {
    if (job.type !== "job" || !truthy(evaluate(job.if.expression))) return [];
    const written = sequenceOf(mapOf(mapOf(root, "jobs"), job.id.value), "steps");
    return job.steps.flatMap((step, index) => {
      if (!("uses" in step)) throw new Error("a step of a kind that is not driven");
      if (!truthy(evaluate(step.if.expression))) return [];
      const values = entriesOf(mapOf(written[index], "with"));
      const inputs = Object.fromEntries(values.map(([name, value]) => [name, textOf(value, evaluate)]));
      return [{ uses: step.uses.value, inputs }];
    });
  });
  return {
    group: textOf(mapOf(concurrency, "group"), evaluate),
    cancels: textOf(mapOf(concurrency, "cancel-in-progress"), evaluate) === "true",
    permissions: Object.fromEntries(
      entriesOf(mapOf(root, "permissions")).map(([name, level]) => [name, textOf(level, evaluate)]),
    ),
    steps,
  };
}

type Evaluate = (
  expression: string,
) => ReturnType<InstanceType<Tools["expressions"]["Evaluator"]>["evaluate"]>;

async function evaluator(event: WorkflowEvent): Promise<Evaluate> {
  const { Lexer, Parser, Evaluator, data } = (await githubTools()).expressions;
  const contexts = {
    github: {
      event_name: event.name,
      event: event.payload,
      repository: event.repository,
      ref: event.ref,
      ref_name: event.ref.replace(/^refs\/(?:heads|tags)\//, ""),
      token: "the job's token",
    },
    inputs: event.inputs ?? {},
  };
  const context = JSON.parse(JSON.stringify(contexts), data.reviver);
  const success = {
    name: "success",
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(true),
  };
  return (expression) => {
    const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), [success]).parse();
    return new Evaluator(tree, context, new Map([["success", success]])).evaluate();
  };
}

const truthy = (value: ReturnType<Evaluate>): boolean => {
  const plain = value.coerceString();
  return !["false", "", "0", "NaN"].includes(plain);
};

function textOf(token: Token | undefined, evaluate: Evaluate): string {
  if (token === undefined) return "";
  if ("expression" in token && typeof token.expression === "string")
    return evaluate(token.expression).coerceString();
  return token.assertScalar("a value").toString();
}

function entriesOf(token: Token | undefined): [string, Token][] {
  if (token === undefined) return [];
  return [...token.assertMapping("a mapping")].map(({ key, value }) => [
    key.assertString("a key").value,
    value,
  ]);
}

const mapOf = (token: Token | undefined, key: string): Token | undefined =>
  entriesOf(token).find(([name]) => name === key)?.[1];

const sequenceOf = (token: Token | undefined, key: string): Token[] => {
  const found = mapOf(token, key);
  return found === undefined ? [] : [...found.assertSequence(key)];
};

type Events = Awaited<ReturnType<Tools["parser"]["convertWorkflowTemplate"]>>["events"];

function starts(events: Events, { name, payload, ref }: WorkflowEvent): boolean {
  const branchOf = (full: unknown): string => String(full).replace(/^refs\/heads\//, "");
  switch (name) {
    case "push":
      // Filters of branches alone leave out tags.
      return (
        events.push !== undefined &&
        ref.startsWith("refs/heads/") &&
        passes(events.push.branches, branchOf(ref))
      );
    case "pull_request": {
      const trigger = events.pull_request;
      if (trigger === undefined) return false;
      const types = trigger.types ?? ["opened", "synchronize", "reopened"];
      return types.includes(String(payload.action)) && passes(trigger.branches, baseOf(payload));
    }
    case "schedule":
      return (events.schedule ?? []).some(({ cron }) => cron === payload.schedule);
    default:
      return events[name] !== undefined;
  }
}

function baseOf({ pull_request: pull }: WorkflowEvent["payload"]): string {
  if (typeof pull !== "object" || pull === null || !("base" in pull)) throw new Error("no pull request");
  const { base } = pull;
  if (typeof base !== "object" || base === null || !("ref" in base)) throw new Error("no base");
  return String(base.ref);
}

/** The last pattern that matches decides. */
function passes(patterns: readonly string[] | undefined, branch: string): boolean {
  if (patterns === undefined) return true;
  return patterns.reduce((passed, pattern) => {
    const negative = pattern.startsWith("!");
    return expressionOf(negative ? pattern.slice(1) : pattern).test(branch) ? !negative : passed;
  }, false);
}

/** A filter by GitHub's description: `?` and `+` belong to what stands before them. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(
    /\\(.)|\*\*\/|\*\*|\*|[?+]|\[[^\]]*\]|[^\\]/gu,
    (piece, literal?: string) => {
      if (literal !== undefined) return quote(literal);
      if (piece === "**/") return "(?:.*/)?";
      if (piece === "**") return ".*";
      if (piece === "*") return "[^/]*";
      return piece === "?" || piece === "+" || piece.length > 2 ? piece : quote(piece);
    },
  );
  return new RegExp(`^${source}$`, "u");
}

const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
