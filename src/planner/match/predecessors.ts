import type { Kind } from '../../schemas/define-kind.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import { type Deletion, parentOf, type Subject } from './subject.ts';

/**
 * The values that stood before in the place of each subject that the plan writes, by address: those of its live record,
 * also where a new one replaces it; of a new resource those of the record that is deleted under the same name in the
 * same place; of what somebody else deleted, or an earlier run in order to make it anew, as it was last applied. Takes
 * subjects parents first; what takes the place of nothing is not in it.
 */
export function predecessorsOf(subjects: readonly Subject[]): ReadonlyMap<string, Values> {
  const deleted = deletedByPlace(subjects);
  const before = new Map<string, Values>();
  const formerAddress = new Map<string, string>();
  for (const subject of subjects) {
    const { address, live, verdict, entry, goneOutside } = subject;
    if (live !== undefined) before.set(address, live.fields);
    if (verdict !== 'create') continue;
    const parent = parentOf(address);
    const place = placeOf(subject, formerAddress.get(parent) ?? parent, subject.wanted);
    const old = place === undefined ? undefined : deleted.get(place);
    if (old !== undefined) {
      formerAddress.set(address, old.address);
      before.set(address, old.live.fields);
    } else if (goneOutside || entry?.toCarryOver !== undefined)
      before.set(address, { ...entry?.declared, ...entry?.answered, ...entry?.toCarryOver });
  }
  return before;
}

function deletedByPlace(subjects: readonly Subject[]): ReadonlyMap<string, Deletion> {
  const deleted = new Map<string, Deletion>();
  for (const subject of subjects) {
    if (subject.verdict !== 'delete') continue;
    const place = placeOf(subject, parentOf(subject.address), subject.live.fields);
    if (place !== undefined) deleted.set(place, subject);
  }
  return deleted;
}

/** Where a resource stands and what it is called there; `undefined` for what has no name of its own. */
function placeOf({ kind }: Subject, parent: string, values: Values): string | undefined {
  const wires = nameWires(kind);
  return wires.length === 0
    ? undefined
    : `${kind.name} ${parent} ${JSON.stringify(wires.map((wire) => values[wire] ?? null))}`;
}

/** The fields of the natural key that lead nowhere: a new funding instrument leaves the name what it was. */
function nameWires(kind: Kind): readonly string[] {
  return kind.naturalKey.filter((wire) => {
    const type = fieldByWire(kind, wire)?.type;
    return wire !== kind.parentField && type?.refersTo === undefined;
  });
}
