import { applyEdits, type FormattingOptions, modify, type ParseError, parse } from "jsonc-parser";
import * as z from "zod/mini";
import { type AgentAction, type AgentAdapter, AgentInputError } from "./agent.js";

/** What Claude Code says on standard input before it uses a tool; more fields may be there. */
const inputSchema = z.object({
  cwd: z.optional(z.string()),
  tool_name: z.string(),
  tool_input: z.optional(z.record(z.string(), z.unknown())),
});

const shellInput = z.object({ command: z.string() });
const fileInput = z.object({ file_path: z.string() });
const notebookInput = z.object({ notebook_path: z.string() });

/** The tools that are judged: what runs commands and what writes files. */
const tools = ["Bash", "Edit", "Write", "MultiEdit", "NotebookEdit"] as const;

/** How long Claude Code waits for the answer, in seconds. */
const timeout = 30;

const hookSchema = z.looseObject({ command: z.optional(z.string()) });
const settingsSchema = z.looseObject({
  hooks: z.optional(
    z.looseObject({
      PreToolUse: z.optional(z.array(z.looseObject({ hooks: z.optional(z.array(hookSchema)) }))),
    }),
  ),
});

/**
 * Claude Code's PreToolUse hook. Nothing on standard output and exit code 0 is no decision: the agent's own permissions
 * go on to count. A refusal is JSON on standard output with exit code 0. Exit code 2 stops the tool as well and gives
 * standard error to the agent; any other code is shown to the person, and the tool runs.
 */
export const claudeCode: AgentAdapter = {
  name: "claude-code",
  read: (input, cwd) => {
    const said = check(inputSchema, parseJson(input), "the input");
    const here = said.cwd === undefined || said.cwd === "" ? cwd : said.cwd;
    return actionOf(said.tool_name, said.tool_input ?? {}, here);
  },
  deny: (reason) => ({
    stdout: `${JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: reason,
      },
    })}\n`,
    stderr: "",
    code: 0,
  }),
  stop: (reason) => ({ stdout: "", stderr: `${reason}\n`, code: 2 }),
  warn: (reason) => ({ stdout: "", stderr: `${reason}\n`, code: 1 }),
  settingsFile: ".claude/settings.json",
  localProgram: '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/',
  addSettings,
};

function actionOf(tool: string, input: Readonly<Record<string, unknown>>, cwd: string): AgentAction {
  if (tool === "Bash")
    return { kind: "shell", text: check(shellInput, input, "the input of Bash").command, cwd };
  if (tool === "NotebookEdit") {
    return {
      kind: "write",
      paths: [check(notebookInput, input, "the input of NotebookEdit").notebook_path],
      cwd,
    };
  }
  if (tools.some((name) => name === tool)) {
    return { kind: "write", paths: [check(fileInput, input, `the input of ${tool}`).file_path], cwd };
  }
  return { kind: "other", cwd };
}

function check<T extends z.ZodMiniType>(schema: T, value: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AgentInputError(
    `${what} is not what Claude Code says: ${issue?.path.join(".") || "the whole"} is missing or wrong`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AgentInputError("the input is no JSON");
  }
}

function addSettings(text: string | undefined, command: string): string | undefined {
  const source = text === undefined || text.trim() === "" ? "{}\n" : text.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const value: unknown = parse(source, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new AgentInputError("the settings are no well-formed JSON");
  const settings = settingsSchema.safeParse(value);
  if (!settings.success) {
    const path = settings.error.issues[0]?.path.join(".") ?? "";
    throw new AgentInputError(
      `the settings are not what Claude Code reads${path === "" ? "" : `, at ${path}`}`,
    );
  }
  const entries = settings.data.hooks?.PreToolUse ?? [];
  const isOurs = /\bguard\s+--agent[ =]claude-code\b/;
  if (entries.some(({ hooks = [] }) => hooks.some((hook) => isOurs.test(hook.command ?? ""))))
    return undefined;
  const entry = { matcher: tools.join("|"), hooks: [{ type: "command", command, timeout }] };
  const at = settings.data.hooks?.PreToolUse === undefined ? undefined : entries.length;
  const path = ["hooks", "PreToolUse", ...(at === undefined ? [] : [at])];
  const edits = modify(source, path, at === undefined ? [entry] : entry, {
    formattingOptions: formattingOf(source),
    isArrayInsertion: at !== undefined,
  });
  return applyEdits(source, edits);
}

/** As the file is written already. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
