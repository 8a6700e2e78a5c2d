import { match, P } from "ts-pattern";
import type { ListRow } from "../../engine/list.js";
import { visible } from "../render/visible.js";
import { plural } from "../render/words.js";
import {
  indexOf,
  type Model,
  type Order,
  roomForRows,
  roomForText,
  selectedRow,
  settled,
  topOf,
  type Wish,
} from "./model.js";
import { removalQuestion, resolveQuestion } from "./questions.js";

/** A key: a name of this list, or the character that it types. */
export type Press = string;

/** What a key changes on the screen, and what it asks for. */
export interface Pressed {
  readonly model: Model;
  readonly wishes: readonly Wish[];
}

/** What the keys do, in the order in which help tells it. */
export const keyHelp: readonly (readonly [keys: string, text: string])[] = [
  ["up down j k", "select a worktree; also page up, page down, home, end"],
  ["enter l", "what is known of it, and its log"],
  ["m", "merge it into base, then remove it"],
  ["r", "resolve its conflict: by a side, by hand, or with the resolver"],
  ["t", "retry what failed"],
  ["x", "remove it"],
  ["?", "this help"],
  ["q", "quit; Ctrl-C also interrupts what runs"],
];

/** Handles a key. */
export function pressed(model: Model, press: Press): Pressed {
  if (press === "ctrl-c") return { model, wishes: [{ type: "stop" }] };
  if (press === "ctrl-z") return { model, wishes: [{ type: "suspend" }] };
  switch (model.view.type) {
    case "table":
      return inTable(model, press);
    case "help":
      return stay({ ...model, view: { type: "table" } });
    case "text":
      return inText(model, press, model.view);
    case "question":
      return inQuestion(model, press, model.view.question.choices);
  }
}

const stay = (model: Model): Pressed => ({ model, wishes: [] });
const say = (model: Model, note: string): Pressed => stay({ ...model, notes: [note], failed: true });

function inTable(model: Model, press: Press): Pressed {
  const page = roomForRows(model);
  return match(press)
    .with("up", "k", () => stay(moved(model, -1)))
    .with("down", "j", () => stay(moved(model, 1)))
    .with("pageup", () => stay(moved(model, -page)))
    .with("pagedown", () => stay(moved(model, page)))
    .with("home", "g", () => stay(moved(model, -model.rows.length)))
    .with("end", "G", () => stay(moved(model, model.rows.length)))
    .with("?", () => stay({ ...model, view: { type: "help" } }))
    .with("q", () => ({ model, wishes: [{ type: "leave" }] as const }))
    .with("escape", () => stay({ ...model, notes: [], failed: false }))
    .with(P.union("enter", "l", "m", "r", "t", "x"), (key) => onWorktree(model, key))
    .otherwise(() => stay(model));
}

function moved(model: Model, by: number): Model {
  const at = Math.max(0, Math.min(model.rows.length - 1, indexOf(model) + by));
  return settled({ ...model, selected: model.rows[at]?.record.id });
}

function onWorktree(model: Model, key: "enter" | "l" | "m" | "r" | "t" | "x"): Pressed {
  const row = selectedRow(model);
  if (row === undefined) return say(model, "there is no worktree");
  const { id } = row.record;
  if (key === "enter" || key === "l") return { model, wishes: [{ type: "read", id }] };
  if (model.job !== undefined) return say(model, `${orderText(model.job.order)} still runs`);
  return match(key)
    .with("m", () => asked(model, mergeQuestion(row)))
    .with("r", () => resolving(model, row))
    .with("t", () => retrying(model, row))
    .with("x", (): Pressed => ({ model, wishes: [{ type: "weigh", id }] }))
    .exhaustive();
}

/** A command as a person speaks of it: `merge task/a`. */
export const orderText = ({ words, branch }: Order): string => `${words[0]} ${visible(branch)}`;

const orderOf = ({ record: { id, branch } }: ListRow, word: string, ...options: string[]): Wish => ({
  type: "run",
  order: { id, branch, words: [word, id, ...options] },
});

const asked = (model: Model, question: Extract<Model["view"], { type: "question" }>["question"]): Pressed =>
  stay({ ...model, view: { type: "question", question } });

function mergeQuestion(row: ListRow) {
  const { branch, base } = row.record;
  const commits = row.ahead === null ? "" : ` (${plural(row.ahead, "commit")})`;
  return {
    lines: [`Merge ${visible(branch)}${commits} into ${visible(base ?? "its base")}, then remove it?`],
    choices: [{ key: "y", text: "merge", wish: orderOf(row, "merge") }],
  };
}

function resolving(model: Model, row: ListRow): Pressed {
  return row.observed.status === "conflict"
    ? asked(model, resolveQuestion(row))
    : say(model, `${visible(row.record.branch)} has no conflict to resolve`);
}

function retrying(model: Model, row: ListRow): Pressed {
  return row.observed.status === "error" || row.observed.interrupted
    ? { model, wishes: [orderOf(row, "retry")] }
    : say(model, `nothing of ${visible(row.record.branch)} has failed`);
}

/** Asks whether a worktree may go, now that it was looked at. */
export const askRemoval = (model: Model, id: string): Model => {
  const row = model.rows.find(({ record }) => record.id === id);
  if (row === undefined || model.view.type !== "table") return model;
  return { ...model, view: { type: "question", question: removalQuestion(row) } };
};

function inText(model: Model, press: Press, view: Extract<Model["view"], { type: "text" }>): Pressed {
  const page = roomForText(model);
  const to = (top: number): Pressed =>
    stay({ ...model, view: { ...view, top: topOf(model, view.lines, top) } });
  return match(press)
    .with("up", "k", () => to(view.top - 1))
    .with("down", "j", () => to(view.top + 1))
    .with("pageup", "b", () => to(view.top - page))
    .with("pagedown", " ", () => to(view.top + page))
    .with("home", "g", () => to(0))
    .with("end", "G", () => to(view.lines.length))
    .with("q", "escape", "l", "enter", () => stay({ ...model, view: { type: "table" } }))
    .otherwise(() => stay(model));
}

function inQuestion(
  model: Model,
  press: Press,
  choices: Extract<Model["view"], { type: "question" }>["question"]["choices"],
): Pressed {
  const closed: Model = { ...model, view: { type: "table" } };
  const choice = choices.find(({ key }) => key === press);
  if (choice !== undefined) return { model: closed, wishes: [choice.wish] };
  return stay(["n", "q", "escape"].includes(press) ? closed : model);
}
