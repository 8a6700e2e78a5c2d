import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchNameSchema, homeName, type RecordId } from "../lifecycle/ids.js";
import { fieldName, type NotCarried, readTold, type Told, type ToldForm } from "../lifecycle/told.js";
import { notOurs } from "./adopt.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { homeOf, requireHome, trackHome } from "./home.js";
import { adoptTold, type Carried, carry, foreseeAdoption, isHalfAdopted } from "./import-adopt.js";
import { readToldFiles } from "./import-files.js";
import { type Candidate, Checkouts } from "./import-find.js";

export interface ImportOptions {
  /** Only tells what would be done. */
  readonly dryRun?: boolean;
}

/** What became of what one file tells of one worktree. */
export interface ImportRow {
  /** Relative to the directory, with slashes. */
  readonly file: string;
  /** Of a file that holds a list: which of it, from 0. */
  readonly index: number | null;
  /** `known`: the worktree has a record of this clone already. */
  readonly outcome: "adopted" | "known" | "skipped" | "failed";
  readonly branch: BranchName | null;
  /** Null: it has none, or none yet. */
  readonly id: RecordId | null;
  /** Why it is skipped, or failed; null: there is nothing to say. */
  readonly because: string | null;
  /** The fields that got into the record now, as the file's form calls them. */
  readonly carried: readonly string[];
  readonly notCarried: readonly NotCarried[];
  readonly error: CoppiceError | null;
}

export interface Imported {
  readonly form: ToldForm;
  readonly dryRun: boolean;
  readonly rows: readonly ImportRow[];
  /** Whether anything was journaled, or would be. */
  readonly changed: boolean;
}

/**
 * Takes over worktrees from another tool: each JSON file below the directory tells of one. Where it is a worktree of this
 * repository that no record tells of, it is adopted as it stands; what the file tells beside is carried into the record
 * as far as that has a place for it and says nothing of it yet. No file and no worktree is changed.
 * @throws WORKTREE_NOT_FOUND when there is no such directory, and the system group; a failure of one stops no other
 */
export async function importTold(
  engine: Engine,
  form: ToldForm,
  directory: string,
  options: ImportOptions = {},
): Promise<Imported> {
  const run = new Import(engine, form, options.dryRun === true);
  const rows: ImportRow[] = [];
  for (const found of readToldFiles(directory, form)) {
    if ("problem" in found) rows.push(skipped(found.file, null, found.problem));
    else if (Array.isArray(found.value)) {
      for (const [index, value] of found.value.entries()) rows.push(await run.one(found.file, index, value));
    } else rows.push(await run.one(found.file, null, found.value));
  }
  const changed = rows.some(({ outcome, carried }) => outcome === "adopted" || carried.length > 0);
  return { form, dryRun: options.dryRun === true, rows, changed };
}

const nothing = { id: null, because: null, carried: [], notCarried: [], error: null } as const;

const skipped = (
  file: string,
  index: number | null,
  because: string,
  branch: BranchName | null = null,
): ImportRow => ({ ...nothing, file, index, outcome: "skipped", branch, because });

/** The branch that `<branch>.json` and `<branch>/metadata.json` are named after: metadata may leave it out. */
function branchInPath(form: ToldForm, file: string): BranchName | undefined {
  const parsed = branchNameSchema.safeParse(file.replace(/\.json$/, "").replace(/\/metadata$/, ""));
  return form === "metadata" && parsed.success ? parsed.data : undefined;
}

/** One import: what it has found out, and which file told of which branch first. */
class Import {
  readonly #engine: Engine;
  readonly #form: ToldForm;
  readonly #dryRun: boolean;
  readonly #claims = new Map<string, string>();
  readonly #checkouts: Checkouts;

  constructor(engine: Engine, form: ToldForm, dryRun: boolean) {
    this.#engine = engine;
    this.#form = form;
    this.#dryRun = dryRun;
    this.#checkouts = new Checkouts(engine);
  }

  async one(file: string, index: number | null, value: unknown): Promise<ImportRow> {
    const at = (because: string, branch: BranchName | null = null) => skipped(file, index, because, branch);
    if (this.#engine.signal.aborted) return at("the run was stopped before it came to it");
    const told = readTold(this.#form, value, this.#engine.now());
    if ("reason" in told) return at(told.reason);
    if (told.repository !== null && !this.#checkouts.isThisRepository(told.repository))
      return at("it belongs to another repository", told.branch);
    const row = { ...nothing, file, index, branch: told.branch };
    try {
      if (told.type === "home") {
        if (told.path !== null && !this.#checkouts.isThisRepository(told.path))
          return at("its worktree_path is not the main worktree", told.branch);
        return { ...row, ...(await this.#home(told)) };
      }
      const found = await this.#checkouts.find(
        told,
        index === null ? branchInPath(this.#form, file) : undefined,
      );
      if ("reason" in found) return at(found.reason, told.branch);
      const claimed = this.#claims.get(found.branch);
      if (claimed !== undefined) return at(`${claimed} tells of that branch already`, found.branch);
      this.#claims.set(found.branch, file);
      return { ...row, branch: found.branch, ...(await this.#worktree(found, told)) };
    } catch (error) {
      if (error instanceof CoppiceError && notOurs.has(error.code))
        return at(error.message.replace(/\.$/, ""), told.branch);
      const failure = asCoppiceError(error, "WORKTREE_CREATION_FAILED", `adopt what ${file} tells of`);
      return { ...row, outcome: "failed", because: failure.message.replace(/\.$/, ""), error: failure };
    }
  }

  async #worktree(found: Candidate, told: Told): Promise<Partial<ImportRow> & Pick<ImportRow, "outcome">> {
    const { record } = found;
    if (record !== undefined && record.owner !== null && !isHalfAdopted(this.#engine, record)) {
      const carried = await carry(this.#engine, this.#form, record, told, this.#dryRun);
      return { outcome: "known", id: record.id, ...this.#fields(told, carried) };
    }
    if (this.#dryRun) {
      const foreseen = await foreseeAdoption(this.#engine, this.#form, found, told);
      return { outcome: "adopted", id: record?.id ?? null, ...this.#fields(told, foreseen) };
    }
    this.#engine.report.step(`adopting ${found.branch}`);
    const { id, ...carried } = await adoptTold(this.#engine, this.#form, found, told);
    return { outcome: "adopted", id, ...this.#fields(told, carried) };
  }

  async #home(told: Told): Promise<Partial<ImportRow> & Pick<ImportRow, "outcome">> {
    const known = homeOf(this.#engine, (await this.#engine.journal.records()).values());
    if (known?.status === "active") {
      const carried = await carry(this.#engine, this.#form, known, told, this.#dryRun);
      return { outcome: "known", branch: homeName, id: known.id, ...this.#fields(told, carried) };
    }
    if (this.#dryRun) await requireHome(this.#engine);
    const made = this.#dryRun ? undefined : await trackHome(this.#engine, told.createdAt ?? undefined);
    const carried = told.createdAt === null ? [] : [fieldName(this.#form, "createdAt")];
    const fields = this.#fields(told, { carried, notCarried: [] });
    return { outcome: "adopted", branch: homeName, id: made?.record.id ?? null, ...fields };
  }

  #fields({ notCarried }: Told, also: Carried): Carried {
    return { carried: also.carried, notCarried: [...also.notCarried, ...notCarried] };
  }
}
