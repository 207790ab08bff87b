import { sourceOf } from '../config/problem-list.ts';
import { isWithin, isWithinAny } from '../schemas/address.ts';
import type { Written } from './candidates.ts';
import { type Group, type Refusal, type Sorted, undeclared } from './group.ts';
import { removalOf } from './removals.ts';

/** The edits that take resources out of the document, with all that stands beneath them. */
export function removalGroups(written: Written, wanted: readonly string[]): Sorted {
  const { entries } = written.uses;
  const gone = new Set([...entries.keys()].filter((address) => isWithinAny(address, wanted)));
  const groups = new Map<string, Group>();
  const refused: Refusal[] = [];
  for (const address of wanted) {
    const entry = entries.get(address);
    // What stands beneath something that goes, goes with it.
    if (wanted.some((other) => address.startsWith(`${other}/`))) continue;
    if (entry === undefined) {
      refused.push(undeclared(address, undefined));
      continue;
    }
    const removal = removalOf(written, entry, gone);
    const at = sourceOf(entry.place);
    if ('reason' in removal) {
      refused.push({ address, field: undefined, at, ...removal });
      continue;
    }
    const taken = [...gone].filter((each) => isWithin(each, address));
    const known = groups.get(removal.identity)?.gone ?? [];
    groups.set(removal.identity, {
      edit: removal.edit,
      fields: [],
      gone: [...known, ...taken],
      added: [],
      at,
    });
  }
  return { groups: [...groups.values()], refused };
}
