import type { ChangeGroup } from './change-group.ts';
import { isFolded, namesText, starPattern, starsText } from './star-pattern.ts';

/**
 * The groups of one account; several of one section whose lines are the same are one group, in the place of the first,
 * under a pattern of their addresses.
 */
export function foldGroups(groups: readonly ChangeGroup[]): readonly ChangeGroup[] {
  const alike = Map.groupBy(groups, ({ address, kinds, marks, rank, lines }) => {
    const relative = lines.map((line) => ({ ...line, address: line.address.slice(address.length) }));
    return JSON.stringify([sectionOf(address), kinds, marks, rank, relative]);
  });
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined || sectionOf(first.address) === '' || !isFolded(group.length, first.lines)
      ? group
      : [folded(first, group)];
  });
}

/** `campaigns` of `acme-us/campaigns/sale`; empty for the account itself. */
function sectionOf(address: string): string {
  return address.split('/')[1] ?? '';
}

function folded(first: ChangeGroup, group: readonly ChangeGroup[]): ChangeGroup {
  const members = group.map(({ address }) => address);
  const memberNames = group.map(({ name }) => name);
  const { pattern, stars } = starPattern(members);
  const named = isCreated(first) ? namesText(members, memberNames) : '';
  return {
    ...first,
    address: pattern,
    name: `${group.length} ${sectionOf(first.address).replaceAll('_', ' ')}`,
    members,
    memberNames,
    notes: [starsText(stars), ...(named === '' ? [] : [named])],
    place: placeOfAll(group.map(({ place }) => place)),
    changes: group.length * first.changes,
    lines: first.lines.map((line) => ({
      ...line,
      address: `${pattern}${line.address.slice(first.address.length)}`,
    })),
    tagged: times(first.tagged, group.length),
    signs: times(first.signs, group.length),
  };
}

/** Whether its own resource is new: that has a name which the plan alone can tell. */
function isCreated({ address, lines }: ChangeGroup): boolean {
  return lines.some((line) => line.address === address && line.part === 'head' && line.sign === '+');
}

/** The one place of all, or their one file. */
function placeOfAll(places: readonly string[]): string {
  const files = places.map((place) => place.slice(0, Math.max(0, place.lastIndexOf(':'))));
  return (
    [places, files]
      .map((all) => new Set(all))
      .find(({ size }) => size === 1)
      ?.values()
      .next().value ?? ''
  );
}

function times<T>(counts: ReadonlyMap<T, number>, factor: number): ReadonlyMap<T, number> {
  return new Map(Array.from(counts, ([name, count]) => [name, count * factor]));
}
