/** Tells another thread what is being tried, and since when. */
export interface Clock {
  begin(kind: number, index: number): void;
  end(): void;
  /** Undefined: nothing is being tried. */
  now(): { readonly kind: number; readonly index: number; readonly ms: number } | undefined;
}

/** Kind, index, and seconds since the epoch, 0 for nothing: what a thread that hangs has written last. */
export const clockMemory = (): SharedArrayBuffer => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

export function clockIn(memory: SharedArrayBuffer): Clock {
  const cells = new Int32Array(memory);
  const seconds = (): number => Math.trunc(Date.now() / 1_000);
  return {
    begin: (kind, index) => {
      Atomics.store(cells, 0, kind);
      Atomics.store(cells, 1, index);
      Atomics.store(cells, 2, seconds());
    },
    end: () => {
      Atomics.store(cells, 2, 0);
    },
    now: () => {
      const since = Atomics.load(cells, 2);
      if (since === 0) return undefined;
      return { kind: Atomics.load(cells, 0), index: Atomics.load(cells, 1), ms: (seconds() - since) * 1_000 };
    },
  };
}
