import type { Files, Mark, Past } from "./past.js";

const dayMs = 86_400_000;

/** When a branch was worked on last, and when that was merged; milliseconds since 1970. */
export interface Times {
  readonly work: number;
  readonly merge: number;
}

/** A branch as a way of merging has left it. */
export interface Left {
  /** Where it forked; null: nowhere, or that is not known. */
  readonly fork: Mark;
  /** Its last commit but one. */
  readonly before: Mark;
  /** Its tip; the commit that it had when its name was used before. */
  readonly tip: Mark;
  readonly earlier?: Mark;
}

/** The branch's own lines among those of all branches of its way, which share a file. */
const span = 12;
const most = 28;
const fileOf = (name: string): string => `work/${name.split("/")[1]}.txt`;
const more = (name: string): string => `more/${name}.txt`;
const second = (name: string): Files => ({ [more(name)]: "more\n" });

/** Where base has come to, here or as its remote was seen last. */
type Place = "both" | "here" | "remote";

/** What a way does with a branch: it is asked when base has come to the time of the merge. */
interface Way {
  /** Where it happens. Default: on both, before they part. */
  readonly place?: Place;
  /** The commits of the branch; base has come to the merge. */
  readonly make: (scene: Scene, name: string, times: Times) => Left;
}

const text = (words: ReadonlyMap<number, string>): string =>
  Array.from({ length: most * span }, (_, line) => `${words.get(line) ?? `line ${line}`}\n`).join("");

/** What base makes of a branch's part: its own line alone, both, or otherwise. */
const beside = { 1: "base's" };
const both = { 1: "base's", 9: "nine" };
const over = { 1: "base's", 9: "otherwise" };

/** Base with what grows beside it. */
class Scene {
  base: Mark;
  /** Which of the lines of all branches base has in other words, by file. */
  readonly #words = new Map<string, Map<number, string>>();
  /** How many branches share a file so far, and which part of it is whose. */
  readonly #parts = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly start: Mark;
  readonly past: Past;
  #long: Mark | undefined;

  constructor(past: Past, start: Mark) {
    this.past = past;
    this.start = start;
    this.base = start;
  }

  /** Base's file with a branch's part in other words; line 1 is base's own, line 9 the branch's. */
  part(name: string, words: Readonly<Record<number, string>>): Files {
    const file = fileOf(name);
    const known = this.#words.get(file) ?? new Map<number, string>();
    this.#words.set(file, known);
    for (const line of [1, 9]) {
      const word = words[line];
      if (word === undefined) known.delete(this.#line(name, line));
      else known.set(this.#line(name, line), word);
    }
    return { [file]: text(known) };
  }

  #line(name: string, line: number): number {
    const count = this.#counts.get(fileOf(name)) ?? 0;
    const part = this.#parts.get(name) ?? count;
    if (part === count) this.#counts.set(fileOf(name), count + 1);
    this.#parts.set(name, part);
    return part * span + line;
  }

  /** A commit on base. */
  on(files: Files, at: number, ...merged: readonly Mark[]): Mark {
    this.base = this.past.commit([this.base, ...merged], files, at);
    return this.base;
  }

  /** Two commits of a branch. */
  branch(name: string, { work }: Times, fork = this.start, ...grown: readonly string[]): Left {
    const words = [name, ...grown].map((one): [number, string] => [this.#line(one, 9), "nine"]);
    const before = this.past.commit([fork], { [fileOf(name)]: text(new Map(words)) }, work - 60_000);
    return { fork, before, tip: this.past.commit([before], second(name), work) };
  }

  /** Five thousand commits on nothing that anybody else has, made once. */
  long(at: number): Mark {
    if (this.#long !== undefined) return this.#long;
    this.#long = this.start;
    for (let left = 5_000; left > 0; left -= 1)
      this.#long = this.past.commit([this.#long], { "long.txt": `${left}\n` }, at);
    return this.#long;
  }

  merge(name: string, { merge }: Times, tip: Mark): void {
    this.on(this.part(name, beside), merge);
    this.on({ ...this.part(name, both), ...second(name) }, merge, tip);
  }

  squash(name: string, { merge }: Times): void {
    this.on(this.part(name, beside), merge);
    this.on({ ...this.part(name, both), ...second(name) }, merge);
  }
}

const merged =
  (after: (scene: Scene, name: string, times: Times) => void = () => {}): Way["make"] =>
  (scene, name, times) => {
    const left = scene.branch(name, times);
    scene.merge(name, times, left.tip);
    after(scene, name, times);
    return left;
  };

const squashed =
  (after: (scene: Scene, name: string, times: Times) => void = () => {}): Way["make"] =>
  (scene, name, times) => {
    const left = scene.branch(name, times);
    scene.squash(name, times);
    after(scene, name, times);
    return left;
  };

const reused: Way["make"] = (scene, name, times) => {
  const old = scene.branch(`${name}-old`, { work: times.work - dayMs, merge: times.work - dayMs });
  scene.merge(`${name}-old`, times, old.tip);
  const { before, tip } = scene.branch(name, times, old.tip, `${name}-old`);
  return { fork: old.fork, before, tip, earlier: old.tip };
};

/** How work comes to base, or does not. */
export const ways = {
  forwarded: {
    make: (scene, name, times) => {
      const { base, past } = scene;
      const before = past.commit([base], scene.part(name, { 9: "nine" }), times.work - 60_000);
      const left = { fork: base, before, tip: past.commit([before], second(name), times.work) };
      scene.base = left.tip;
      return left;
    },
  },
  merged: { make: merged() },
  "merged, undone": {
    make: merged((scene, name, { merge }) =>
      scene.on({ ...scene.part(name, beside), [more(name)]: null }, merge),
    ),
  },
  "merged here": { place: "here", make: merged() },
  "merged there": { place: "remote", make: merged() },
  squashed: { make: squashed() },
  "squashed, edited": { make: squashed((scene, name, { merge }) => scene.on(scene.part(name, over), merge)) },
  "squashed, undone": {
    make: squashed((scene, name, { merge }) =>
      scene.on({ ...scene.part(name, beside), [more(name)]: null }, merge),
    ),
  },
  "squashed there": { place: "remote", make: squashed() },
  rebased: {
    make: (scene, name, times) => {
      scene.on(scene.part(name, beside), times.merge);
      scene.on(scene.part(name, both), times.merge);
      scene.on(second(name), times.merge);
      return scene.branch(name, times);
    },
  },
  picked: {
    make: (scene, name, times) => {
      scene.on(scene.part(name, beside), times.merge);
      scene.on(second(name), times.merge);
      scene.on({ "elsewhere.txt": `${name}\n` }, times.merge);
      scene.on(scene.part(name, both), times.merge);
      scene.on(scene.part(name, over), times.merge);
      return scene.branch(name, times);
    },
  },
  "picked in part": {
    make: (scene, name, times) => {
      scene.on(second(name), times.merge);
      return scene.branch(name, times);
    },
  },
  "by parts": {
    make: (scene, name, times) => {
      scene.on(scene.part(name, { ...both, 9: "ni" }), times.merge);
      scene.on({ ...scene.part(name, both), ...second(name) }, times.merge);
      return scene.branch(name, times);
    },
  },
  open: { make: (scene, name, times) => scene.branch(name, times) },
  "long, open": {
    make: (scene, name, times) => scene.branch(name, times, scene.long(times.work - 60_000)),
  },
  empty: {
    make: ({ past, start }, _name, { work }) => {
      const before = past.commit([start], {}, work - 60_000);
      return { fork: start, before, tip: past.commit([before], {}, work) };
    },
  },
  fresh: { make: ({ base }) => ({ fork: base, before: base, tip: base }) },
  reused: { make: reused },
  "reused, old journal": { make: reused },
} satisfies Readonly<Record<string, Way>>;

export type WayName = keyof typeof ways;
/** `merged-undone`: as a part of a branch's name. */
export const slug = (text: string): string => text.replaceAll(/[^a-z]+/g, "-");

/** A branch that is to be made. */
export interface Wanted {
  readonly way: WayName;
  readonly name: string;
  readonly times: Times;
}

export interface Made {
  readonly left: ReadonlyMap<string, Left>;
  /** Base here, and as its remote has it. */
  readonly here: Mark;
  readonly remote: Mark;
}

/**
 * Writes down branches as ways of merging leave them, all from one commit of base, and base with all that came to it in
 * the order of the times; in its midst five thousand commits of its own, older than `midst`.
 */
export function pave(past: Past, wanted: readonly Wanted[], start: number, midst: number): Made {
  const files = Object.fromEntries(wanted.map(({ name }) => [fileOf(name), text(new Map())]));
  const scene = new Scene(
    past,
    past.commit([], { ...files, "long.txt": "\n", "base.txt": "\n" }, start, "Start"),
  );
  const left = new Map<string, Left>();
  let isLong = false;
  const take = (place: Place): void => {
    for (const { way, name, times } of wanted.toSorted((one, other) => one.times.merge - other.times.merge)) {
      const { place: own = "both", make }: Way = ways[way];
      if (own !== place) continue;
      if (!isLong && times.merge > midst) {
        isLong = true;
        for (let number = 0; number < 5_000; number += 1) scene.on({ "base.txt": `${number}\n` }, midst);
      }
      left.set(name, make(scene, name, times));
    }
  };
  take("both");
  const parting = scene.base;
  take("here");
  const here = scene.base;
  scene.base = parting;
  take("remote");
  return { left, here, remote: scene.base };
}
