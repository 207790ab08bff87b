/**
 * Whether a path fits a pattern: `*` stands for a part of one segment, `**` for any number of segments, everything else
 * for itself. A slash at the end of the path may be left out of the pattern. Takes time in proportion to both lengths: a
 * pattern cannot keep the server from answering.
 */
export function pathPattern(glob: string): (path: string) => boolean {
  const parts = glob.replaceAll(/\*{3,}/g, '**').match(/\*\*|./gsu) ?? [];
  const fits = (path: string): boolean => matches(parts, path);
  return (path) => fits(path) || (path.endsWith('/') && fits(path.slice(0, -1)));
}

/** Follows all ways to divide the path among the parts at the same time. */
function matches(parts: readonly string[], path: string): boolean {
  let reached = withSkipped(parts, [0]);
  for (const character of path) {
    const next: number[] = [];
    for (const index of reached) {
      const part = parts[index];
      if (part === '**' || (part === '*' && character !== '/')) next.push(index);
      else if (part === character) next.push(index + 1);
    }
    reached = withSkipped(parts, next);
  }
  return reached.has(parts.length);
}

/** The indexes reached, and those reached from them where a star stands for nothing. */
function withSkipped(parts: readonly string[], indexes: readonly number[]): ReadonlySet<number> {
  const reached = new Set(indexes);
  // What is added to a set while it is walked is walked too.
  for (const index of reached) if (parts[index]?.startsWith('*') === true) reached.add(index + 1);
  return reached;
}
