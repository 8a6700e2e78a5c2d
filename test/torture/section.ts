/** What is lost for good: nobody can have it back by a documented command. */
export interface Loss {
  /** A commit, an edit, an untracked file, a journal entry; or an answer that no command may give. */
  readonly kind: "commit" | "edit" | "file" | "entry" | "state" | "answer";
  /** How to see it again: operation, fault and step, or the seed. */
  readonly where: string;
  readonly what: string;
}

export interface SectionOptions {
  /** A sample that is chosen by the seed, instead of everything. */
  readonly short: boolean;
  readonly seed: number;
  /** How many processes of Coppice may run at once. */
  readonly jobs: number;
  /** About how long the section may take. */
  readonly seconds: number;
  /** So long it may take, where it has not done until then what it is for. */
  readonly mostSeconds: number;
  /** The command line, bundled from the sources as they are. */
  readonly cli: string;
  /** The Action in the same form. */
  readonly action: string;
  /** For `node --import`: see faults/plan.ts. */
  readonly preload: string;
  /** So many cases of each kind, chosen by the seed; undefined: what the section has by itself. */
  readonly cases: number | undefined;
  /** Only what has this in its description: to see again what a loss names. */
  readonly only: string | undefined;
  /** A directory for everything temporary, deleted at the end; in memory where there is room. */
  readonly scratch: string;
  /** Tells people how far it is, on standard error. */
  readonly report: (text: string) => void;
}

export type Row = Readonly<Record<string, string | number>>;

export interface SectionResult {
  /** All with the same columns. */
  readonly rows: readonly Row[];
  /** How many faults, interleavings or inputs were tried. */
  readonly inputs: number;
  readonly losses: readonly Loss[];
}

export interface Section {
  readonly name: string;
  readonly title: string;
  run(options: SectionOptions): Promise<SectionResult>;
}
