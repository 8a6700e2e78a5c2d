import type { Colors } from "picocolors/types.js";
import { visible } from "../render/visible.js";
import { plural } from "../render/words.js";
import { cut, fill, inRoom, marked, tableLines, within, wrapped } from "./cells.js";
import { keyHelp, orderText } from "./keys.js";
import { type Model, noteRows, type Question, roomForRows, roomForText, shownRows } from "./model.js";

/** How wide the mark of the selected row is, with its gap. */
const MARK = 2;

/** The lines of the whole screen, from the top; none is wider than it. */
export function frameLines(model: Model, paint: Colors): readonly string[] {
  const { columns, rows } = model.size;
  const head = [title(model, paint), ...body(model, paint)];
  const foot = [...notes(model, paint), keysLine(model, paint)];
  const room = Math.max(0, rows - foot.length);
  const lines = [...head.slice(0, room), ...Array<string>(Math.max(0, room - head.length)).fill(""), ...foot];
  return lines.slice(-rows).map((line) => within(line, columns));
}

function title(model: Model, paint: Colors): string {
  const { columns } = model.size;
  const place = placeText(model);
  const room = columns - place.length;
  const text = cut(`coppice watch  ${visible(model.repo)}  ${counts(model)}`.trimEnd(), room);
  return place === "" ? paint.bold(text) : `${paint.bold(fill(text, room))}${paint.dim(place)}`;
}

/** How many there are, and in which states. */
function counts({ rows, isLoaded }: Model): string {
  if (!isLoaded) return "";
  const states = new Map<string, number>();
  for (const { observed } of rows) states.set(observed.status, (states.get(observed.status) ?? 0) + 1);
  const each = [...states].map(([state, count]) => `${count} ${state}`).join(", ");
  return `${plural(rows.length, "worktree")}${each === "" ? "" : `: ${each}`}`;
}

/** Which part of it is on the screen, where that is not all. */
function placeText(model: Model): string {
  const { view, rows, top } = model;
  if (view.type === "text") return partText(view.top, roomForText(model), view.lines.length);
  return view.type === "table" ? partText(top, roomForRows(model), rows.length) : "";
}

const partText = (top: number, room: number, all: number): string =>
  all <= room ? "" : ` ${top + 1}-${Math.min(all, top + room)} of ${all}`;

function body(model: Model, paint: Colors): readonly string[] {
  const { view } = model;
  switch (view.type) {
    case "table":
      return tableBody(model, paint);
    case "help":
      return ["", ...keyHelp.map(([keys, text]) => `  ${fill(keys, 12)}  ${text}`)];
    case "text":
      return view.lines
        .slice(view.top, view.top + roomForText(model))
        .map((line) => line.replaceAll("\t", "  "));
    case "question":
      return questionBody(view.question, model.size.columns, paint);
  }
}

function tableBody(model: Model, paint: Colors): readonly string[] {
  const { rows, conflicts, clone, now, size, selected } = model;
  if (!model.isLoaded) return ["", "  looking at the worktrees ..."];
  if (rows.length === 0) return ["", "  no worktrees; coppice create <branch> makes one"];
  const shown = shownRows(model);
  const table = tableLines(shown, { paint, now, clone, conflicts }, size.columns - MARK);
  return [
    `  ${paint.dim(table.head)}`,
    ...table.rows.map((line, at) => marked(line, shown[at]?.record.id === selected, paint)),
  ];
}

function questionBody({ lines, choices }: Question, columns: number, paint: Colors): readonly string[] {
  return [
    "",
    ...lines.flatMap((line) => indented(line, columns)),
    "",
    ...choices.map(({ key, text }) => `  ${paint.bold(key)}  ${text}`),
    `  ${paint.bold("n")}  not now`,
  ];
}

/** A line below whose beginning it goes on, where it is too long. */
function indented(line: string, columns: number): readonly string[] {
  const indent = `  ${/^ */.exec(line)?.[0] ?? ""}`;
  return wrapped(line.trim(), Math.max(1, columns - indent.length)).map((part) => `${indent}${part}`);
}

/** What runs, or what came of the last command. */
function notes(model: Model, paint: Colors): readonly string[] {
  const { job, now, size, failed } = model;
  const room = noteRows(size);
  const lines = job === undefined ? model.notes : [runningText(model, now)];
  const colour = job !== undefined ? paint.cyan : failed ? paint.yellow : paint.green;
  const shown = inRoom(lines, size.columns, room).map((line) => colour(line));
  return [...Array<string>(room - shown.length).fill(""), ...shown];
}

function runningText({ job, isLeaving }: Model, now: number): string {
  if (job === undefined) return "";
  const seconds = Math.max(0, Math.floor((now - job.since) / 1_000));
  const step = job.step === "" ? "" : `: ${job.step}`;
  const end = isLeaving ? "; quits when that has ended, Ctrl-C interrupts it" : "";
  return `${orderText(job.order)} runs${seconds === 0 ? "" : ` (${seconds} s)`}${end}${step}`;
}

const shortHelp: Readonly<Record<Exclude<Model["view"]["type"], "question">, string>> = {
  table: "? help  q quit  enter log  m merge  r resolve  t retry  x remove  up/down select",
  help: "any key: back",
  text: "q back  up/down page up/page down: scroll",
};

/** Also on a screen that is too low for all ways to answer a question, their keys are told. */
function keysLine({ view, size }: Model, paint: Colors): string {
  const choices = view.type === "question" ? view.question.choices : [];
  const keys = [...choices.map(({ key, text }) => `${key} ${text.split(":")[0]}`), "n not now"].join("  ");
  return paint.dim(cut(view.type === "question" ? keys : shortHelp[view.type], size.columns));
}
