import type { ListRow } from "../../engine/list.js";

/** The size of the terminal, in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What the person wants of the program beyond what is on the screen. */
export type Wish =
  /** Another command of Coppice, on one worktree. */
  | { readonly type: "run"; readonly order: Order }
  /** What is known of a worktree, to be read. */
  | { readonly type: "read"; readonly id: string }
  /** A worktree is to be looked at anew before it is asked whether it may go. */
  | { readonly type: "weigh"; readonly id: string }
  /** The end, as soon as nothing runs any more. */
  | { readonly type: "leave" }
  /** The end, and what runs is to be interrupted. */
  | { readonly type: "stop" }
  /** The shell, until it brings the program back. */
  | { readonly type: "suspend" };

/** A command to run: the words of its command line, and what they are about. */
export interface Order {
  readonly id: string;
  readonly branch: string;
  /** The first of them is the command. */
  readonly words: readonly [string, ...string[]];
}

/** One way to answer a question. */
export interface Choice {
  readonly key: string;
  readonly text: string;
  readonly wish: Wish;
}

/** What is asked before something is done. Lines are visible text. */
export interface Question {
  readonly lines: readonly string[];
  readonly choices: readonly Choice[];
}

/** What takes the place of the table. Lines are visible text. */
export type View =
  | { readonly type: "table" }
  | { readonly type: "help" }
  | { readonly type: "text"; readonly lines: readonly string[]; readonly top: number }
  | { readonly type: "question"; readonly question: Question };

/** A command that runs. */
export interface Job {
  readonly order: Order;
  /** What it does just now; visible text. */
  readonly step: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** Everything that the screen shows: it is a function of this. */
export interface Model {
  /** The repository's name. */
  readonly repo: string;
  /** The clone that watches. */
  readonly clone: string;
  readonly rows: readonly ListRow[];
  /** In how many files a merge into base would conflict, by record id. */
  readonly conflicts: ReadonlyMap<string, number>;
  /** The worktrees were read at least once. */
  readonly isLoaded: boolean;
  readonly now: number;
  readonly size: Size;
  /** The record that keys are about. */
  readonly selected: string | undefined;
  /** The first row that is on the screen. */
  readonly top: number;
  readonly view: View;
  readonly job: Job | undefined;
  /** What came of the last command or look; visible text. */
  readonly notes: readonly string[];
  /** The notes tell of a failure. */
  readonly failed: boolean;
  readonly isLeaving: boolean;
}

/** The screen before anything is known. */
export const beginning = (size: Size, now: number): Model => ({
  repo: "",
  clone: "",
  rows: [],
  conflicts: new Map(),
  isLoaded: false,
  now,
  size,
  selected: undefined,
  top: 0,
  view: { type: "table" },
  job: undefined,
  notes: [],
  failed: false,
  isLeaving: false,
});

/** What a look at the worktrees told. */
export type Look = Pick<Model, "repo" | "clone" | "rows" | "conflicts" | "now">;

/** The rows are those of a new look. A selected worktree that is gone leaves the selection to its neighbour. */
export function looked(model: Model, look: Look): Model {
  const place = Math.max(0, indexOf(model));
  const stays = look.rows.some(({ record }) => record.id === model.selected);
  const next = look.rows[Math.min(place, look.rows.length - 1)];
  return settled({
    ...model,
    ...look,
    isLoaded: true,
    selected: stays ? model.selected : next?.record.id,
  });
}

/** The terminal has another size. */
export const resized = (model: Model, size: Size): Model => settled({ ...model, size });

/** The row that keys are about. */
export const selectedRow = (model: Model): ListRow | undefined => model.rows[indexOf(model)];

/** Where that row stands; -1: nowhere. */
export const indexOf = ({ rows, selected }: Model): number =>
  rows.findIndex(({ record }) => record.id === selected);

/** How many rows of the screen are left for the table's own. */
export const roomForRows = ({ size }: Model): number => Math.max(1, size.rows - 3 - footerRows(size));

/** How many rows of the screen are left for a text. */
export const roomForText = ({ size }: Model): number => Math.max(1, size.rows - 2 - footerRows(size));

/** The rows of what a command told; the line with the keys is one more. On a low screen there is room for one alone. */
export const noteRows = ({ rows }: Size): number => (rows >= 12 ? 3 : 1);

const footerRows = (size: Size): number => noteRows(size);

/** The rows on the screen, from the first. */
export const shownRows = (model: Model): readonly ListRow[] =>
  model.rows.slice(model.top, model.top + roomForRows(model));

/** The same model with the selected row on the screen, and no more empty room below than there has to be. */
export function settled(model: Model): Model {
  const room = roomForRows(model);
  const at = Math.max(0, indexOf(model));
  const last = Math.max(0, model.rows.length - room);
  const top = Math.min(last, Math.max(Math.min(model.top, at), at - room + 1));
  const view =
    model.view.type === "text"
      ? { ...model.view, top: topOf(model, model.view.lines, model.view.top) }
      : model.view;
  return { ...model, top, view };
}

/** The first line of a text that is to be shown, for one that is wanted. */
export const topOf = (model: Model, lines: readonly string[], wanted: number): number =>
  Math.max(0, Math.min(wanted, lines.length - roomForText(model)));
