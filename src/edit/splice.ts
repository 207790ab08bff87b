/** A part of a text, by offsets in UTF-16 code units, and what stands there instead. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The text with all splices made; what is inserted at one offset keeps the order given, and stands before what is cut
 * out from there. Throws a RangeError for splices that overlap, which only a fault of ours can make.
 */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = '';
  let done = 0;
  for (const { from, to, text: inserted } of inOrder(splices)) {
    if (from < done) throw new RangeError(`two edits overlap at ${from}`);
    result += text.slice(done, from) + inserted;
    done = to;
  }
  return result + text.slice(done);
}

/** The splices from the beginning of the text to its end. */
function inOrder(splices: readonly Splice[]): readonly Splice[] {
  return splices.toSorted((left, right) => left.from - right.from || width(left) - width(right));
}

function width({ from, to }: Splice): number {
  return Math.min(1, to - from);
}

/** Takes out what stands between two places. */
export function cut(from: number | undefined, to: number | undefined): Splice {
  if (from === undefined || to === undefined) throw new RangeError('nothing is written there');
  return { from, to, text: '' };
}

/** Puts a text in at a place. */
export function insertion(at: number | undefined, text: string): Splice {
  if (at === undefined) throw new RangeError('nothing is written there');
  return { from: at, to: at, text };
}

/** The same cuts, each part of the text once. */
export function joinedCuts(cuts: readonly Splice[]): readonly Splice[] {
  const joined: Splice[] = [];
  for (const each of inOrder(cuts)) {
    const last = joined.at(-1);
    if (last !== undefined && each.from <= last.to)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, each.to) };
    else joined.push(each);
  }
  return joined;
}
