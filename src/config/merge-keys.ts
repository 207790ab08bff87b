import { isNull, type Located, type LocatedEntry, type LocatedMap } from './located.ts';
import type { Report } from './problem-list.ts';

/**
 * The entries of a map with those that its `<<` keys bring: what stands in the map itself wins, then what comes first.
 * Each `<<` takes a map or a list of maps, usually aliases; anything else is reported.
 */
export function withMergedKeys(
  own: ReadonlyMap<string, LocatedEntry>,
  merges: readonly LocatedEntry[],
  report: Report,
): ReadonlyMap<string, LocatedEntry> {
  if (merges.length === 0) return own;
  const entries = new Map(own);
  for (const merge of merges) {
    for (const map of mapsOf(merge, report)) {
      for (const [name, entry] of map.entries) if (!entries.has(name)) entries.set(name, entry);
    }
  }
  return entries;
}

function mapsOf({ key, value }: LocatedEntry, report: Report): readonly LocatedMap[] {
  const candidates: readonly Located[] = value.type === 'list' ? value.items : [value];
  return candidates.flatMap((candidate) => {
    if (candidate.type === 'map') return [candidate];
    report(isNull(candidate) ? key : candidate, {
      rule: 'merge-not-map',
      message: '<< merges maps only',
      remedy: 'Write << with the alias of a map, such as <<: *common, or with a list of such aliases.',
    });
    return [];
  });
}
