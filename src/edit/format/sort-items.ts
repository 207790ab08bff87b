import type { CST } from 'yaml';
import { keyOfItem } from './key-of-item.ts';
import { type Role, rankOf } from './role.ts';

/**
 * Members in the order of their role, as far as anchors allow: none moves past another that has an anchor it uses, or
 * that uses or has an anchor of a name that it has.
 */
export function sortItems<Member extends { readonly item: CST.CollectionItem }>(
  members: readonly Member[],
  role: Role | undefined,
): readonly Member[] {
  const ranked = members.flatMap((member) => {
    const rank = rankOf(role, keyOfItem(member.item));
    return rank === undefined ? [] : [{ member, rank, names: namesIn(member.item) }];
  });
  if (ranked.length < members.length) return members;
  if (ranked.every(({ rank }, index) => rank >= (ranked[index - 1]?.rank ?? rank))) return members;
  const byRank = ranked.toSorted((left, right) => left.rank - right.rank);
  const hasAnchors = ranked.some(({ names }) => names.anchors.size > 0);
  return hasAnchors ? sortAround(ranked) : byRank.map(({ member }) => member);
}

interface Ranked<Member> {
  readonly member: Member;
  readonly rank: number;
  readonly names: Names;
}

/** One after the other, always the first by rank of those that nothing before them stands against. */
function sortAround<Member>(ranked: readonly Ranked<Member>[]): readonly Member[] {
  const waiting = [...ranked];
  const sorted: Member[] = [];
  while (waiting.length > 0) {
    const free = waiting.filter(({ names }, index) =>
      waiting.slice(0, index).every((earlier) => !clash(earlier.names, names)),
    );
    const next = free.reduce((best, each) => (each.rank < best.rank ? each : best));
    sorted.push(next.member);
    waiting.splice(waiting.indexOf(next), 1);
  }
  return sorted;
}

/** The anchors that stand in a member, and those that its aliases lead to. */
interface Names {
  readonly anchors: Set<string>;
  readonly aliases: Set<string>;
}

function clash(left: Names, right: Names): boolean {
  return (
    !left.anchors.isDisjointFrom(right.anchors) ||
    !left.anchors.isDisjointFrom(right.aliases) ||
    !left.aliases.isDisjointFrom(right.anchors)
  );
}

function namesIn(item: CST.CollectionItem): Names {
  const names: Names = { anchors: new Set(), aliases: new Set() };
  noteItem(names, item);
  return names;
}

function noteItem(names: Names, { start, key, sep = [], value }: CST.CollectionItem): void {
  for (const token of [...start, ...sep]) note(names, token);
  if (key) note(names, key);
  if (value) note(names, value);
}

function note(names: Names, token: CST.Token): void {
  if (token.type === 'anchor') names.anchors.add(token.source.slice(1));
  if (token.type === 'alias') names.aliases.add(token.source.slice(1));
  if ('items' in token) for (const item of token.items) noteItem(names, item);
}
