import { addressUnder, memberText } from '../../schemas/address.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredResource } from '../../schemas/desired.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import type { Matching } from './match-state.ts';
import { keepsRecord } from './outcome.ts';
import { nothingCompared, type Subject } from './subject.ts';

/**
 * Live members that the whole sets of the document do not have: drift of the line item, planned as deletes unless its
 * outside changes are left alone (docs/guides/targeting-and-sets.md). What the platform adds by itself is not among
 * them.
 */
export function undeclaredMembers(matching: Matching, subjects: readonly Subject[]): readonly Subject[] {
  const addresses = new Set(subjects.map(({ address }) => address));
  return subjects.flatMap((parent) => {
    const { desired, live } = parent;
    // Those of a record that is made anew go with it, and are told like any other.
    const isThere = keepsRecord(parent) || parent.verdict === 'replace';
    if (desired === undefined || live === undefined || !isThere) return [];
    return setsOf(desired).flatMap((kind) =>
      membersUnder(matching, { ...live.fields, ...parent.wanted }, live, kind).map((record) => {
        const address = addressOf(parent, kind, record, addresses);
        addresses.add(address);
        return {
          ...nothingKnown,
          ...identityOf(parent),
          kind,
          address,
          live: record,
          undeclaredMemberOf: desired.source,
        };
      }),
    );
  });
}

function setsOf({ sets, lifecycle }: DesiredResource): readonly Kind[] {
  return sets.map(kindNamed).filter(({ section }) => !lifecycle.ignoreChanges.includes(section));
}

/** Live records of the kind under a record that nobody has declared or remembers; `above` is what that is to become. */
function membersUnder(
  { live, owned, taken }: Matching,
  above: Values,
  parent: LiveRecord,
  kind: Kind,
): readonly LiveRecord[] {
  return live
    .beneath(kind, parent)
    .filter((record) => !owned.has(recordKey(record)) && !taken.has(recordKey(record)))
    .filter(({ fields }) => kind.siblings?.madeByPlatform?.(fields, above) !== true);
}

/** One of several identical members is told apart by its id. */
function addressOf(
  { address: parent }: Subject,
  kind: Kind,
  { id, fields }: LiveRecord,
  addresses: ReadonlySet<string>,
): string {
  const address = addressUnder(parent, kind, memberText(kind, fields) ?? '');
  return addresses.has(address) ? `${address};${id}` : address;
}

function identityOf({ accountKey, accountId }: Subject): Pick<Subject, 'accountKey' | 'accountId'> {
  return { accountKey, accountId };
}

/** A subject that is live and nothing else. */
const nothingKnown = {
  desired: undefined,
  entry: undefined,
  verdict: 'delete',
  wanted: {},
  ...nothingCompared,
  movedFrom: undefined,
  goneOutside: false,
  absence: undefined,
} as const;
