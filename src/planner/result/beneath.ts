import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import type { Change } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { namesOf, recordsAbove } from '../match/record-names.ts';

/** The changes, each that loses its live record with the live records that hang on it, whoever made those. */
export function withBeneath(changes: readonly Change[], live: LiveIndex): Change[] {
  if (!changes.some(losesRecord)) return [...changes];
  const hanging = hangingOn(live);
  return changes.map((change) => {
    const { account_id: accountId, kind, id } = change;
    const record = losesRecord(change) && id !== null ? live.byId(accountId, kind, id) : undefined;
    const beneath = record === undefined ? [] : allHangingOn(record, hanging);
    return beneath.length === 0 ? change : { ...change, beneath: beneath.map(nameOf).sort(compareNames) };
  });
}

function losesRecord({ action }: Change): boolean {
  return action === 'delete' || action === 'replace';
}

/** The live records that stand beneath a record or refer to it, by the names that it goes by. */
type Hanging = ReadonlyMap<string, readonly LiveRecord[]>;

function hangingOn(live: LiveIndex): Hanging {
  const hanging = new Map<string, LiveRecord[]>();
  for (const record of live.allReferring()) {
    for (const name of recordsAbove(kindNamed(record.kind), record)) {
      const known = hanging.get(name);
      if (known === undefined) hanging.set(name, [record]);
      else known.push(record);
    }
  }
  return hanging;
}

function allHangingOn(record: LiveRecord, hanging: Hanging): readonly LiveRecord[] {
  const found = new Map([[recordKey(record), record]]);
  // A map that grows while it is walked: what hangs on a found record is found too.
  for (const each of found.values()) {
    const names = namesOf({ kind: kindNamed(each.kind), accountId: each.accountId, live: each });
    for (const next of names.flatMap((name) => hanging.get(name) ?? [])) found.set(recordKey(next), next);
  }
  return [...found.values()].slice(1);
}

type Name = NonNullable<Change['beneath']>[number];

function nameOf({ kind, id }: LiveRecord): Name {
  return { kind, id };
}

function compareNames(a: Name, b: Name): number {
  const [left, right] = [`${a.kind} ${a.id}`, `${b.kind} ${b.id}`];
  return Number(left > right) - Number(left < right);
}
