import type { Colors } from "picocolors/types.js";
import type { Engine } from "../../engine/context.js";
import type { Counts, ListRow, ListWatcher } from "../../engine/list.js";
import { type ColumnName, type Cost, cellOf, columns, fitting } from "../columns.js";
import type { Output } from "../io.js";
import { LiveLines } from "./live-lines.js";
import { cutLine, tableText } from "./table.js";

/** How long what comes in is gathered before it is drawn; milliseconds. */
const PAUSE_MS = 50;

/** A list on a terminal: what is known at once stands there at once, the rest is filled in as it is found out. */
export class LiveList implements ListWatcher {
  /** The engine to list with: its warnings wait until the lines stand still. */
  readonly engine: Engine;
  readonly #output: Output;
  readonly #lines: LiveLines;
  readonly #paint: Colors;
  readonly #names: readonly ColumnName[];
  readonly #held: (() => void)[] = [];
  #rows: readonly ListRow[] = [];
  readonly #seen = new Map<string, ListRow>();
  #counts: Counts | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(output: Output, paint: Colors, engine: Engine, names: readonly ColumnName[]) {
    this.#output = output;
    this.#lines = new LiveLines(output, cutLine);
    this.#paint = paint;
    this.#names = names;
    const { report } = engine;
    this.engine = {
      ...engine,
      report: { step: () => {}, output: () => {}, warn: (text) => this.#held.push(() => report.warn(text)) },
    };
  }

  begun(rows: readonly ListRow[]): void {
    this.#rows = rows;
    void this.#draw();
  }

  seen(row: ListRow): void {
    this.#seen.set(row.record.id, row);
    this.#drawSoon();
  }

  counted(counts: Counts): void {
    this.#counts = counts;
    this.#drawSoon();
  }

  /** Prints the whole list in the place of what is shown. */
  end(text: string): void {
    this.#ended = true;
    this.#lines.end(text);
  }

  /** Leaves what is shown as it is, and tells what there was to warn of below it. */
  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const warn of this.#held.splice(0)) warn();
  }

  #drawSoon(): void {
    if (this.#ended || this.#rows.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#draw();
    }, PAUSE_MS).unref();
  }

  async #draw(): Promise<void> {
    if (this.#rows.length === 0) return;
    const context = {
      paint: this.#paint,
      now: this.engine.now(),
      clone: this.engine.clone,
      conflicts: new Map<string, number>(),
    };
    const text = await tableText(
      this.#names.map((name) => this.#paint.dim(columns[name].head)),
      this.#rows.map((cheap) => {
        const { id } = cheap.record;
        const [seen, counts] = [this.#seen.get(id), this.#counts?.get(id)];
        const row = {
          ...(seen ?? cheap),
          ahead: counts?.ahead ?? null,
          behind: counts?.behind ?? null,
        };
        const pending = this.#pendingFor(seen === undefined && cheap.observed.present);
        return this.#names.map((name) => cellOf(name, row, context, pending));
      }),
      fitting(this.#names, this.#output.columns),
    );
    if (!this.#ended) this.#lines.draw(text.trimEnd().split("\n"));
  }

  #pendingFor(files: boolean): ReadonlySet<Cost> {
    return new Set<Cost>([
      "forecast",
      ...(files ? (["dirtiness"] as const) : []),
      ...(this.#counts === undefined ? (["aheadBehind"] as const) : []),
    ]);
  }
}
