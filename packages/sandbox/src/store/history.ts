import { systemNow } from './system-now.ts';
/** A change of the records that can be taken back and made again. */
export interface Reversible {
  readonly undo: () => void;
  readonly redo: () => void;
}

interface Remembered extends Reversible {
  /** Real time, in milliseconds since 1970. */
  readonly at: number;
}

/** The latest changes, as long as somebody may want to look back at how things were. */
export class History {
  #changes: Remembered[] = [];
  #ms = 0;

  /** Remembers changes from now on for so many milliseconds; 0 forgets them all. */
  keep(ms: number): void {
    this.#ms = ms;
    if (ms === 0) this.#changes = [];
  }

  /** Notes a change that has just been made; returns what forgets it again, for the case that it is taken back. */
  add(change: Reversible): () => void {
    if (this.#ms === 0) return () => undefined;
    const at = systemNow();
    const remembered = { ...change, at };
    this.#forgetBefore(at - this.#ms);
    this.#changes.push(remembered);
    return () => {
      const index = this.#changes.lastIndexOf(remembered);
      if (index >= 0) this.#changes.splice(index, 1);
    };
  }

  /** Runs the work as if nothing had changed since the instant (milliseconds since 1970). */
  visit<T>(at: number, work: () => T): T {
    const since = this.#changes.filter((change) => change.at > at);
    for (const change of since.toReversed()) change.undo();
    try {
      return work();
    } finally {
      for (const change of since) change.redo();
    }
  }

  #forgetBefore(at: number): void {
    const first = this.#changes[0];
    // In bulk, since moving all entries for each new one would cost more than the change.
    if (first === undefined || first.at > at - this.#ms) return;
    this.#changes = this.#changes.filter((change) => change.at > at);
  }
}
