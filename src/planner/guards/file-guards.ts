import { isWithin } from '../../schemas/address.ts';
import type { Source } from '../../schemas/desired.ts';
import { isReadIn, placeOf } from '../../schemas/home.ts';
import { recordKey } from '../../schemas/live-record.ts';
import type { Violation } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { losesRecord } from '../match/outcome.ts';
import type { Ownership } from '../match/ownership.ts';
import { sharedName } from '../match/record-names.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';

const rule = 'other_file';

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
    const former = addressInFile(ownership, owner);
    const message = `${shownAt(desired.source)} declares what exists already: ${file} declared it as ${former}`;
    return [violation(rule, address, message, wayOut(subject, former, file))];
  });
}

/**
 * A record that a file which was not read declares under another address is not deleted, and what that file says of it
 * is not said otherwise: both would change it in turns. To attach something else to it is fine.
 */
export function declaredElsewhere({ subjects, ownership, otherFiles }: GuardInput): readonly Violation[] {
  const { outOfScope } = ownership;
  const owners = Map.groupBy(outOfScope, sharedName);
  const parents = Map.groupBy(outOfScope, ({ address }) => parentOf(address));
  return subjects.flatMap((subject) => {
    const { address, live, kind } = subject;
    const others = live === undefined ? [] : (owners.get(sharedName(live)) ?? []);
    return others
      .flatMap((entry) => {
        const what = conflictWith(subject, entry, parents.get(entry.address) ?? []);
        const other = otherFiles?.get(placeOf(entry));
        if (what === undefined || other === undefined || other.standing === 'gone') return [];
        const there = addressInFile(ownership, entry);
        const message = `${what}, and ${other.shown}, a file that was not read, declares the same ${kind.title} as ${there}`;
        const remedy = `Declare each record once: take it out of ${other.shown} with removed: [{ from: ${there}, destroy: false }] and apply that first, or leave it to that file.`;
        return [violation(rule, address, message, remedy, { override: `--override ${rule}` })];
      })
      .slice(0, 1);
  });
}

/**
 * A line of `removed` takes nothing away from a file that stands and was not read: that file declares the record still,
 * and would make it again. One violation a line and file.
 */
export function removedElsewhere({
  document,
  subjects,
  ownership,
  otherFiles,
}: GuardInput): readonly Violation[] {
  const entries = new Map([...ownership.inScope, ...ownership.letGo].map((entry) => [entry.address, entry]));
  const leaving = subjects.flatMap(({ address, desired }) => {
    const entry = desired === undefined ? entries.get(address) : undefined;
    return entry === undefined || isReadIn(document, entry) ? [] : [entry];
  });
  return document.removed.flatMap((line) => {
    const own = leaving.filter(({ address }) => isWithin(address, line.from));
    const files = new Map(own.map((entry) => [placeOf(entry), otherFiles?.get(placeOf(entry))]));
    return [...files.values()].flatMap((other) => {
      if (other?.standing !== 'here' && other?.standing !== 'elsewhere') return [];
      const what = line.destroy ? 'removes' : 'lets go of';
      const message = `${shownAt(line.source)} ${what} what ${other.shown} declares, a file that was not read`;
      const remedy = `Take it out of ${other.shown}, and name both files in one run.`;
      return [violation(rule, line.from, message, remedy, { override: `--override ${rule}` })];
    });
  });
}

/** What a plan does to a record against an entry of another address, and what stands beneath that; `undefined`: nothing. */
function conflictWith(
  subject: Subject,
  { declared, id }: StateEntry,
  beneath: readonly StateEntry[],
): string | undefined {
  const { desired, kind } = subject;
  if (losesRecord(subject)) return `would lose ${kind.title} ${id}`;
  const wanted = { ...desired?.fields };
  const fields = Object.entries(kind.fields).filter(([, { wire }]) => wire in wanted && wire in declared);
  const sets = [...new Set(desired?.sets)].filter((name) => beneath.some((entry) => entry.kind === name));
  const names = [...fields.map(([name]) => name), ...sets.map((name) => kindNamed(name).section)];
  return names.length === 0 ? undefined : `declares ${names.join(', ')} of ${kind.title} ${id}`;
}

function wayOut({ address }: Subject, former: string, file: string): string {
  return `Where it has moved here, add moved: [{ from: ${former}, to: ${address} }], and name ${file} in the same run if it still exists. Else give it another name.`;
}

/** The address that the file of an entry declares: a line of `moved` in another file may have changed the entry's. */
function addressInFile({ movedFrom }: Ownership, { address }: StateEntry): string {
  return movedFrom.get(address) ?? address;
}

function shownAt({ file, line }: Source): string {
  return `${file}:${line}`;
}
