import { parentAddress } from '../../schemas/address.ts';
import type { Source } from '../../schemas/desired.ts';
import { isReadIn, placeOf } from '../../schemas/home.ts';
import { recordKey } from '../../schemas/live-record.ts';
import type { Violation } from '../../schemas/plan.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { Subject } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';

const rule = 'other_file';

/**
 * An address that another file declared is not taken over while that file exists and was not read: it may declare the
 * address still, and both would change the record in turns. The settings of an account may stand in several files.
 */
export function takenOver({ document, subjects, ownership, otherFiles }: GuardInput): readonly Violation[] {
  const entries = new Map(ownership.inScope.map((entry) => [entry.address, entry]));
  return subjects.flatMap(({ address, desired }) => {
    const entry = entries.get(address);
    if (entry === undefined || desired === undefined || parentAddress(address) === undefined) return [];
    if (isReadIn(document, entry)) return [];
    const other = otherFiles?.get(placeOf(entry));
    if (other?.exists !== true) return [];
    const message = `${shownAt(desired.source)} declares what ${other.shown} declared, a file that was not read`;
    const remedy = `Name both files in one run, or take it out of ${other.shown} with removed: [{ from: ${entry.address}, destroy: false }] and apply that first. Where this is the same project under another name, pass --override ${rule}.`;
    return [violation(rule, address, message, remedy, { override: `--override ${rule}` })];
  });
}

/**
 * What a file that was not read has made is not made again under another address: two live records would have one
 * natural key.
 */
export function madeElsewhere({ subjects, ownership, otherFiles, live }: GuardInput): readonly Violation[] {
  const owners = new Map(ownership.outOfScope.map((entry) => [recordKey(entry), entry]));
  return subjects.flatMap((subject) => {
    const { address, verdict, desired, accountId, kind, wanted } = subject;
    if (verdict !== 'create' || desired === undefined) return [];
    const owner = live
      .byNaturalKey(accountId, kind, wanted)
      .map((record) => owners.get(recordKey(record)))
      .find((entry) => entry !== undefined);
    if (owner === undefined) return [];
    const file = otherFiles?.get(placeOf(owner))?.shown ?? owner.file;
    const message = `${shownAt(desired.source)} declares what exists already: ${file} declared it as ${owner.address}`;
    return [violation(rule, address, message, wayOut(subject, owner, file))];
  });
}

function wayOut({ address }: Subject, owner: StateEntry, file: string): string {
  return `Where it has moved here, add moved: [{ from: ${owner.address}, to: ${address} }], and name ${file} in the same run if it still exists. Else give it another name.`;
}

function shownAt({ file, line }: Source): string {
  return `${file}:${line}`;
}
