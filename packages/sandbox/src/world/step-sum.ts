import type { Span } from './flight.ts';

/** Seconds since 1970 up to the year 10680. */
const wholeSize = 2 ** 38;

/** The changes within a stretch of time; a half without changes is left out. */
interface Stretch {
  readonly sum: bigint;
  /** The highest that the sum of the changes comes to, counted from the beginning of the stretch. */
  readonly top: bigint;
  /** The first instant at which it is that high. */
  readonly topAt: number;
  readonly early?: Stretch | undefined;
  readonly late?: Stretch | undefined;
}

/**
 * An amount that changes over time: the sum of what was added to it, each within its span. Never changed in place.
 * Adding and reading take some forty steps, however many spans there are: the changes stand in a tree of halves of time.
 */
export class StepSum {
  static readonly zero: StepSum = new StepSum(undefined);

  readonly #whole: Stretch | undefined;

  private constructor(whole: Stretch | undefined) {
    this.#whole = whole;
  }

  /** The sum with the amount added within the span. */
  plus({ from, to }: Span, amount: bigint): StepSum {
    const begun = changed(this.#whole, 0, wholeSize, { at: from, by: amount });
    return new StepSum(
      to === Number.POSITIVE_INFINITY ? begun : changed(begun, 0, wholeSize, { at: to, by: -amount }),
    );
  }

  /** What it is at the instant, what it is at the highest from then on, and when it first is that. */
  from(instant: number): { readonly now: bigint; readonly highest: bigint; readonly highestAt: number } {
    const later = after(this.#whole, 0, wholeSize, instant);
    const now = (this.#whole?.sum ?? 0n) - (later?.sum ?? 0n);
    return later === undefined || later.top <= 0n
      ? { now, highest: now, highestAt: instant }
      : { now, highest: now + later.top, highestAt: later.topAt };
  }
}

/** The stretch of this beginning and size with one more change in it. */
function changed(
  stretch: Stretch | undefined,
  begin: number,
  size: number,
  change: { readonly at: number; readonly by: bigint },
): Stretch | undefined {
  if (size === 1) {
    const sum = (stretch?.sum ?? 0n) + change.by;
    return sum === 0n ? undefined : { sum, top: sum, topAt: begin };
  }
  const half = size / 2;
  const middle = begin + half;
  return change.at < middle
    ? joined(changed(stretch?.early, begin, half, change), stretch?.late)
    : joined(stretch?.early, changed(stretch?.late, middle, half, change));
}

/** The changes of a stretch that come later than the instant. */
function after(
  stretch: Stretch | undefined,
  begin: number,
  size: number,
  instant: number,
): Stretch | undefined {
  if (stretch === undefined || begin > instant) return stretch;
  if (begin + size - 1 <= instant) return undefined;
  const half = size / 2;
  return joined(after(stretch.early, begin, half, instant), after(stretch.late, begin + half, half, instant));
}

function joined(early: Stretch | undefined, late: Stretch | undefined): Stretch | undefined {
  if (early === undefined && late === undefined) return undefined;
  if (early === undefined || late === undefined) {
    const { sum, top, topAt } = early ?? late ?? { sum: 0n, top: 0n, topAt: 0 };
    return { sum, top, topAt, early, late };
  }
  const lateTop = early.sum + late.top;
  const highest =
    lateTop > early.top ? { top: lateTop, topAt: late.topAt } : { top: early.top, topAt: early.topAt };
  return { sum: early.sum + late.sum, ...highest, early, late };
}
