import { isWithin } from '../../schemas/address.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import type { Violation } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { plainText } from '../../schemas/values.ts';
import { losesRecord } from '../match/outcome.ts';
import { recordsOver, sharedName } from '../match/record-names.ts';
import type { Deletion } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';

/** One record has one address: where two declare it, each apply would undo what the other one has applied. */
export function declaredTwice({ all, subjects }: GuardInput): readonly Violation[] {
  const planned = new Set(subjects.map(({ address }) => address));
  const declared = all.flatMap(({ address, kind, live, desired }) =>
    desired === undefined || live === undefined || !hasOwnRecord(kind)
      ? []
      : [{ address, kind, live, isNamed: desired.id !== undefined }],
  );
  return [...Map.groupBy(declared, ({ live }) => sharedName(live)).values()].flatMap((sharing) => {
    if (!sharing.some(({ address }) => planned.has(address))) return [];
    const [first, ...others] = sharing.toSorted((a, b) => Number(a.isNamed) - Number(b.isNamed));
    return others.map(({ address, kind, live }) =>
      violation(
        'declared_twice',
        address,
        `declares ${kind.title} ${live.id}, which ${first?.address} declares already: each apply would undo the values of the other`,
        'Declare each record once: remove one of the two, or correct the id.',
        { number: sharing.length, limit: 1 },
      ),
    );
  });
}

/** What the document declares by its id is not deleted because another key for the same record is gone. */
export function deletedUnderOldKey(input: GuardInput): readonly Violation[] {
  const named = new Map(namedById(input).map((each) => [sharedName(each.record), each.address]));
  return input.subjects.flatMap((subject) => {
    const to = subject.verdict === 'delete' ? named.get(sharedName(subject.live)) : undefined;
    // Under its own key it goes only where all is destroyed.
    if (subject.verdict !== 'delete' || to === undefined || to === subject.address) return [];
    const { address, kind, live } = subject;
    const message = `would be deleted, and ${to} declares the same ${kind.title} by its id, ${live.id}; ${neverDeleted}`;
    return [violation('rename', address, message, wayToKeep(input, subject, to))];
  });
}

const neverDeleted = 'what is declared by id is never deleted';

function wayToKeep({ document, entries }: GuardInput, { address, movedFrom }: Deletion, to: string): string {
  const from = movedFrom ?? address;
  const destroyed = document.removed.find((each) => each.destroy && isWithin(address, each.from));
  if (destroyed !== undefined) return `Take ${destroyed.from} out of removed, or write destroy: false there.`;
  const letGo = `removed: [{ from: ${from}, destroy: false }]`;
  // What the state knows already is no place to move to.
  return entries.some((entry) => entry.address === to)
    ? `Let go of the old address and all beneath it: ${letGo}`
    : `Add to the document: moved: [{ from: ${from}, to: ${to} }] — or, to let go of the old address and all beneath it, ${letGo}`;
}

/**
 * What the document declares by its id does not go with a record that it stands beneath, whoever agrees to that. To
 * destroy is to declare nothing more, and takes the consent to what goes along.
 */
export function deletedWithParent(input: GuardInput): readonly Violation[] {
  if (input.command === 'destroy') return [];
  const going = new Map(
    input.subjects.filter(losesRecord).map((subject) => [recordKey(subject.live), subject] as const),
  );
  if (going.size === 0) return [];
  return namedById(input).flatMap(({ address, kind, record }) => {
    if (going.has(recordKey(record))) return [];
    const over = recordsOver(record, input.live).map(recordKey);
    return over
      .flatMap((name) => going.get(name) ?? [])
      .slice(0, 1)
      .map((lost) =>
        violation(
          'declared_by_id',
          lost.address,
          `deleting this ${lost.kind.title} would take along ${kind.title} ${record.id}, which ${address} declares by its id; ${neverDeleted}`,
          `Keep the ${lost.kind.title}, or take ${address} out of the document.`,
        ),
      );
  });
}

/**
 * A key that stands for a record of ours, and is given the id of another one, would let go of the first without a word,
 * and that may go on spending.
 */
export function otherRecord({ subjects, ownership, live }: GuardInput): readonly Violation[] {
  const entries = new Map(ownership.inScope.map((entry) => [entry.address, entry]));
  return subjects.flatMap(({ address, desired, kind }) => {
    const entry = entries.get(address);
    if (desired?.id === undefined || entry === undefined || entry.id === desired.id) return [];
    const isThere = live.byId(entry.accountId, entry.kind, entry.id) !== undefined;
    if (entry.origin === 'external' || !isThere) return [];
    const message = `declares ${kind.title} ${desired.id} by its id, and adsync manages ${kind.title} ${entry.id} at this address`;
    const remedy = `Give ${desired.id} a key of its own; or, to let go of ${entry.id} first, run adsync state rm ${address}.`;
    return [violation('other_record', address, message, remedy)];
  });
}

/** A live record that the document declares by its id. */
interface Named {
  readonly address: string;
  readonly kind: Kind;
  readonly record: LiveRecord;
}

function namedById({ document, live }: Pick<GuardInput, 'document' | 'live'>): readonly Named[] {
  const accountIds = new Map(document.accounts.map(({ key, id }) => [key, id]));
  return document.resources.flatMap(({ address, kind: name, accountKey, id }) => {
    const kind = kindNamed(name);
    if (id === undefined || !hasOwnRecord(kind)) return [];
    const accountId = plainText(accountIds.get(accountKey));
    const record = live.byId(accountId, kind.import?.sameRecordsAs ?? name, id);
    return record === undefined ? [] : [{ address, kind, record }];
  });
}

/** Accounts are compared by the document's own rules; an only one of its kind goes by what it stands in. */
function hasOwnRecord({ parent, form }: Kind): boolean {
  return parent !== undefined && form !== 'only';
}
