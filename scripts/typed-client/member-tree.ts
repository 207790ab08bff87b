import type { Spec } from '../../src/client/endpoint-facts.ts';
import { isListSpec, type Member, membersSpec } from './spec.ts';

/**
 * Members of objects out of rows whose names are paths: `filter.user_id` is a member of `filter`, `add[].value` one of each
 * object in the list `add`. A holder that no row names may be absent.
 */
export function memberTree(rows: readonly Member[]): readonly Member[] {
  const byHead = Map.groupBy(rows, ({ name }) => headOf(name));
  return Array.from(byHead, ([head, group]) => {
    const own = group.find(({ name }) => name === head);
    const below = group
      .filter((row) => row !== own)
      .map((row) => ({ ...row, name: row.name.slice(head.length).replace(/^\[\]/, '').replace(/^\./, '') }));
    const base = own ?? { name: head, spec: 'object', optional: true, doc: '' };
    if (below.length === 0) return base;
    const members = membersSpec(memberTree(below));
    const isList = group.some(({ name }) => name.startsWith(`${head}[]`));
    return { ...base, spec: isList ? listOf(members, base.spec) : members };
  });
}

/** The first step of a path; names with dots that the platform writes so, such as `tweet.fields`, are one step. */
function headOf(name: string): string {
  return /^\w+\.fields$/.test(name) ? name : (/^[^.[]+/.exec(name)?.[0] ?? name);
}

function listOf(members: Spec, given: Spec): Spec {
  const bounds = isListSpec(given) ? given[1] : undefined;
  return bounds === undefined ? [members] : [members, bounds];
}
