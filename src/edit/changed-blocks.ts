/** Members of one list that others of another list replace; indexes count from 0, `to` is behind the last one. */
export interface Block {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

/** What differs between two lists of texts, around the members that they have in common in the same order. */
export function changedBlocks(old: readonly string[], edited: readonly string[]): readonly Block[] {
  // Ends that are equal are cut off first: the search is then as long as the edited part only.
  let head = 0;
  while (head < old.length && head < edited.length && old[head] === edited[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(old.length, edited.length) - head &&
    old[old.length - 1 - tail] === edited[edited.length - 1 - tail]
  ) {
    tail += 1;
  }
  const middle = commonIndexes(old.slice(head, old.length - tail), edited.slice(head, edited.length - tail));
  const pairs = middle.map(([left, right]) => [left + head, right + head] as const);
  const blocks: Block[] = [];
  let [from, otherFrom] = [head, head];
  for (const [to, otherTo] of [...pairs, [old.length - tail, edited.length - tail] as const]) {
    if (to > from || otherTo > otherFrom) blocks.push({ from, to, otherFrom, otherTo });
    [from, otherFrom] = [to + 1, otherTo + 1];
  }
  return blocks;
}

/**
 * Pairs of indexes of equal texts in two lists, ascending in both, as many as there are (Myers, An O(ND) difference
 * algorithm, 1986): fast where little differs.
 */
function commonIndexes(
  old: readonly string[],
  edited: readonly string[],
): readonly (readonly [number, number])[] {
  const trace: ReadonlyMap<number, number>[] = [];
  let reach: ReadonlyMap<number, number> = new Map([[1, 0]]);
  for (let steps = 0; steps <= old.length + edited.length; steps += 1) {
    trace.push(reach);
    const next = new Map(reach);
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const before = previousDiagonal(reach, diagonal, steps);
      let x = (reach.get(before) ?? 0) + (before < diagonal ? 1 : 0);
      while (x < old.length && x - diagonal < edited.length && old[x] === edited[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= old.length && x - diagonal >= edited.length) return pathBack(trace, old.length, edited.length);
    }
    reach = next;
  }
  return [];
}

/** The diagonal from which one step, a line left out or a line put in, leads farthest onto the given one. */
function previousDiagonal(reach: ReadonlyMap<number, number>, diagonal: number, steps: number): number {
  const goesDown =
    diagonal === -steps ||
    (diagonal !== steps && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0));
  return goesDown ? diagonal + 1 : diagonal - 1;
}

function pathBack(
  trace: readonly ReadonlyMap<number, number>[],
  oldLength: number,
  editedLength: number,
): readonly (readonly [number, number])[] {
  const common: (readonly [number, number])[] = [];
  let [x, y] = [oldLength, editedLength];
  for (let steps = trace.length - 1; steps >= 0; steps -= 1) {
    const reach = trace[steps] ?? new Map<number, number>();
    const before = previousDiagonal(reach, x - y, steps);
    const startX = steps === 0 ? 0 : (reach.get(before) ?? 0);
    const startY = steps === 0 ? 0 : startX - before;
    while (x > startX && y > startY) common.push([--x, --y]);
    [x, y] = [startX, startY];
  }
  return common.toReversed();
}
