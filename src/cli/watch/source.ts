import type { Engine } from "../../engine/context.js";
import { JournalChanges } from "../../engine/journal-changes.js";
import { type ListRow, list, rowsOf } from "../../engine/list.js";
import { conflictCounts } from "../../engine/list-conflicts.js";
import { Cli } from "../context.js";
import type { Output } from "../io.js";
import { type Places, repositoryMark, worktreeMark } from "./marks.js";
import type { Look } from "./model.js";

/** How often files are looked up for signs of a change; no process is started for that. Milliseconds, as all below. */
const BEAT_MS = 1_000;
/** The least that lies between two looks at everything, where many work at once. */
const REST_MS = 200;
/** Edits leave no sign that is cheap to see: after so long git looks at a worktree's files again. */
const SHORTEST_PAUSE_MS = 4_000;
/** Each look that finds nothing new doubles the pause, up to this. */
const LONGEST_PAUSE_MS = 64_000;
/** The same while somebody holds a lease: work is going on there. */
const LEASED_PAUSE_MS = 8_000;
/** Pauses that end within so much of each other end together: opening the repository takes a process, too. */
const SLACK = 0.25;

export interface SourceOptions {
  readonly cli: Cli;
  /** The records whose files are worth looking at: those on the screen. */
  readonly wanted: () => readonly string[];
  /** A command runs in this process: meanwhile looks write nothing. */
  readonly isBusy: () => boolean;
  readonly told: (look: Look) => void;
  /** A look came to nothing; the next one is made all the same. */
  readonly failed: (error: unknown) => void;
}

/** What git told of a worktree's files, and when to ask again. */
interface Seen {
  readonly row: ListRow;
  readonly mark: string;
  readonly at: number;
  readonly pause: number;
}

/** Watches the worktrees: tells of them at once, and then whenever there is something new. */
export class Source {
  readonly #options: SourceOptions;
  readonly #cli: Cli;
  readonly #seen = new Map<string, Seen>();
  readonly #gitDirs = new Map<string, string>();
  #look: Look = { repo: "", clone: "", rows: [], conflicts: new Map(), now: 0 };
  #places: Places | undefined;
  #mark = "";
  #changes: JournalChanges | undefined;
  /** The journals have changed since they were read. */
  #isNews = true;
  /** Somebody cannot wait. */
  #isAwake = false;
  #ended = false;
  #wake: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  /** Ends the look that is being made: nobody waits for it any more. */
  readonly #stopping = new AbortController();

  constructor(options: SourceOptions) {
    this.#options = options;
    const { io, globals, frame } = options.cli;
    this.#cli = new Cli(
      { ...io, stdout: nowhere, stderr: nowhere, canAsk: false, signal: this.#stopping.signal },
      { ...globals, quiet: true },
      frame,
    );
  }

  /**
   * Returns after the first look; from then on whatever fails is only told.
   * @throws what that look failed of
   */
  async start(): Promise<void> {
    await this.#beat(this.#options.wanted());
    this.#running = this.#run();
  }

  /** What the last look told. */
  get look(): Look {
    return this.#look;
  }

  /** Looks at once for what may have changed: other rows are on the screen, or a command has ended. */
  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** Somebody is there, who wants to see what is new. */
  attend(): void {
    for (const [id, seen] of this.#seen) this.#seen.set(id, { ...seen, pause: SHORTEST_PAUSE_MS });
  }

  /** Looks at a worktree's files at once. */
  async lookAt(id: string): Promise<void> {
    this.#seen.delete(id);
    await this.#beat([id]).catch(this.#options.failed);
  }

  /** Ends the watching. */
  async stop(): Promise<void> {
    this.#ended = true;
    this.#stopping.abort();
    this.#wake();
    await this.#running;
    this.#changes?.close();
  }

  async #run(): Promise<void> {
    await this.#pause(REST_MS);
    while (!this.#ended) {
      const begun = performance.now();
      let isNews = false;
      try {
        isNews = await this.#beat(this.#options.wanted());
      } catch (error) {
        if (!this.#ended) this.#options.failed(error);
      }
      if (isNews) await this.#pause(Math.max(REST_MS, performance.now() - begun));
      else await this.#pause(BEAT_MS, this.#changes);
    }
  }

  /** Waits, until somebody cannot wait, or the journals change. */
  #pause(ms: number, changes?: JournalChanges): Promise<void> {
    if (this.#ended || this.#isAwake) {
      this.#isAwake = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const waiting = new AbortController();
      const end = (): void => {
        clearTimeout(timer);
        waiting.abort();
        this.#isAwake = false;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = end;
      changes?.next(waiting.signal).then(() => {
        if (waiting.signal.aborted) return;
        this.#isNews = true;
        end();
      }, this.#options.failed);
    });
  }

  /** @returns whether there was news: what does not come of the mere passing of time */
  async #beat(wanted: readonly string[]): Promise<boolean> {
    const mark = this.#places === undefined ? "" : repositoryMark(this.#places, this.#look.rows);
    const isNews = this.#isNews || mark !== this.#mark;
    if (!isNews && this.#due(wanted, 0).length === 0) return false;
    // Before the look: what changes meanwhile is seen at the next beat.
    this.#changes?.mark();
    this.#mark = mark;
    this.#isNews = false;
    try {
      await this.#open(async (engine) => {
        if (isNews) await this.#lookAtAll(engine);
        // What is on the screen now is known only after that.
        const due = this.#due(isNews ? this.#options.wanted() : wanted, SLACK);
        if (due.length > 0) await this.#lookAtFiles(engine, due);
      });
    } catch (error) {
      this.#isNews = isNews;
      throw error;
    }
    return isNews;
  }

  #open(work: (engine: Engine) => Promise<void>): Promise<void> {
    return this.#options.isBusy() ? this.#cli.reader(work) : this.#cli.engine(work);
  }

  /** The records, their branches against base, and the forecast. No file of a worktree is looked at. */
  async #lookAtAll(engine: Engine): Promise<void> {
    if (this.#changes === undefined) {
      this.#places = { commonDir: engine.repo.commonDir, notesRef: engine.config.notesRef };
      this.#changes = new JournalChanges(engine);
      this.#changes.mark();
    }
    const rows = await list(engine, { dirtiness: false });
    for (const { record } of rows) {
      const gitDir = engine.local.place(record.id)?.gitDir;
      if (typeof gitDir === "string") this.#gitDirs.set(record.id, gitDir);
    }
    const known = rows.map((row) => withFiles(row, this.#seen.get(row.record.id)?.row));
    this.#tell({ repo: engine.repo.name, clone: engine.clone, rows: known });
    this.#tell({ conflicts: await conflictCounts(engine, rows) });
  }

  async #lookAtFiles(engine: Engine, due: readonly ListRow[]): Promise<void> {
    const marks = new Map(due.map((row) => [row.record.id, this.#markOf(row)]));
    const fresh = await rowsOf(
      engine,
      due.map(({ record }) => record),
      { aheadBehind: false },
    );
    const now = Date.now();
    for (const row of fresh) {
      const { id } = row.record;
      const before = this.#seen.get(id);
      const mark = marks.get(id) ?? "";
      const isSame = before?.mark === mark && filesText(before.row) === filesText(row);
      const longest = row.lease === null ? LONGEST_PAUSE_MS : LEASED_PAUSE_MS;
      const pause = isSame ? Math.min(before.pause * 2, longest) : SHORTEST_PAUSE_MS;
      this.#seen.set(id, { row, mark, at: now, pause });
    }
    const byId = new Map(fresh.map((row) => [row.record.id, row]));
    this.#tell({
      rows: this.#look.rows.map((row) => {
        const seen = byId.get(row.record.id);
        return seen === undefined ? row : { ...seen, ahead: row.ahead, behind: row.behind };
      }),
    });
  }

  /** Those of the wanted ones that git is to look at, because something says so or their pause is over. */
  #due(wanted: readonly string[], slack: number): readonly ListRow[] {
    const now = Date.now();
    return this.#look.rows.filter((row) => {
      if (!wanted.includes(row.record.id) || !row.observed.present) return false;
      const seen = this.#seen.get(row.record.id);
      return (
        seen === undefined || seen.mark !== this.#markOf(row) || now >= seen.at + seen.pause * (1 - slack)
      );
    });
  }

  #markOf({ record }: ListRow): string {
    const gitDir = this.#gitDirs.get(record.id);
    return `${record.updatedAt} ${gitDir === undefined ? "" : worktreeMark(gitDir)}`;
  }

  #tell(news: Partial<Look>): void {
    this.#look = { ...this.#look, ...news, now: Date.now() };
    this.#options.told(this.#look);
  }
}

const filesText = ({ observed }: ListRow): string =>
  JSON.stringify([observed.status, observed.uncommitted, observed.headOid]);

/** A row whose files were not looked at, with what was seen of them before. */
function withFiles(row: ListRow, seen: ListRow | undefined): ListRow {
  const { observed } = row;
  const uncommitted = seen?.observed.uncommitted ?? null;
  if (uncommitted === null || !observed.present) return row;
  const isWorkedIn = observed.status === "active" || observed.status === "dirty";
  const status = isWorkedIn ? (uncommitted.total > 0 ? "dirty" : "active") : observed.status;
  return { ...row, observed: { ...observed, uncommitted, status } };
}

const nowhere: Output = { write: () => {}, isTTY: false, columns: undefined };
