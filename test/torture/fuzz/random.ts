/** Numbers that look random and follow from a seed alone (sfc32). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed any words: each list of them is a series of its own */
  constructor(...seed: readonly (string | number)[]) {
    [this.#a, this.#b, this.#c] = hashed(seed.join("\u0000"));
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 32 bits. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0, below `end`. */
  below(end: number): number {
    return end <= 1 ? 0 : this.next() % end;
  }

  /** With so many chances out of a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** Any of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined && list.length === 0) throw new Error("nothing to pick from");
    return found as T;
  }

  /** A list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => ({ value, place: this.next() }))
      .sort((one, two) => one.place - two.place)
      .map(({ value }) => value);
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length) text += this.next().toString(16).padStart(8, "0");
    return text.slice(0, length);
  }
}

/** Three words of 32 bits out of a text (FNV-1a with three primes). */
function hashed(text: string): [number, number, number] {
  let [a, b, c] = [0x811c9dc5, 0x01234567, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
    c = Math.imul(c ^ code, 0xc2b2ae35);
  }
  return [a, b, c];
}
