import type { Change, Plan } from '../../schemas/plan.ts';
import type { Value, Values } from '../../schemas/values.ts';
import { type Difference, differing, keysOf } from './difference.ts';

const nothing = 'nothing';

/** In what the changes of two plans differ: addresses, actions, values before and after, and what hangs on what goes. */
export function changeDifferences(then: Plan, now: Plan): readonly Difference[] {
  const [left, right] = [byAddress(then), byAddress(now)];
  const sameDocument = then.basis.document === now.basis.document;
  return keysOf(left, right).flatMap((address) => {
    const [before, after] = [left.get(address), right.get(address)];
    if (before !== undefined && after !== undefined && before.action === after.action)
      return differencesOf(before, after, sameDocument);
    return differing(
      { address, field: 'what the plan does', currency: null },
      before?.action ?? nothing,
      after?.action ?? nothing,
    );
  });
}

function byAddress({ changes }: Plan): ReadonlyMap<string, Change> {
  return new Map(changes.map((change) => [change.address, change]));
}

function differencesOf(then: Change, now: Change, sameDocument: boolean): readonly Difference[] {
  const { address } = then;
  const plain = (['kind', 'account_id', 'id', 'currency', 'moved_from'] as const).flatMap((field) =>
    differing({ address, field, currency: null }, then[field], now[field]),
  );
  return [
    ...plain,
    ...valueDifferences(then, now, sameDocument),
    ...memberDifferences(address, 'goes along', then.takes_along, now.takes_along),
    ...memberDifferences(address, 'hangs on it', hanging(then), hanging(now)),
  ];
}

function hanging({ beneath = [] }: Change): readonly string[] {
  return beneath.map(({ kind, id }) => `${kind} ${id}`);
}

/** A field that differs both in what it is and in what it becomes is named once, by what it is. */
function valueDifferences(then: Change, now: Change, sameDocument: boolean): readonly Difference[] {
  const { address, kind, currency } = now;
  const [left, right] = [valuesOf(then), valuesOf(now)];
  const what = (field: string): Field => ({ address, kind, field, currency });
  const known = [...left].flatMap(([field, earlier]) => {
    const later = right.get(field);
    if (later === undefined) return changedOnlyThen(what(field), now, earlier, sameDocument);
    const before = differing(what(field), earlier.from, later.from);
    return before.length > 0 ? before : differing(what(field), earlier.to, later.to);
  });
  const added = [...right].filter(([field]) => !left.has(field));
  return [...known, ...added.flatMap(([field, later]) => changedOnlyNow(what(field), then, now, later))];
}

type Field = Omit<Difference, 'earlier' | 'now' | 'onlyOne'>;

/** What a field is before a change, and what it becomes; `undefined` where a plan does not say. */
interface FieldChange {
  readonly from: Value | undefined;
  readonly to: Value | undefined;
}

function valuesOf(change: Change): ReadonlyMap<string, FieldChange> {
  const [from, to] = [new Map(Object.entries(valuesBefore(change))), new Map(Object.entries(change.after))];
  return new Map(keysOf(from, to).map((field) => [field, { from: from.get(field), to: to.get(field) }]));
}

/** Where the platform changed, the field was then what the plan of now would make of it again. */
function changedOnlyNow(
  what: Field,
  then: Change,
  now: Change,
  { from, to }: FieldChange,
): readonly Difference[] {
  if (then.precondition === 'absent') return differing(what, undefined, to);
  const isDrift = now.fields.some(({ field, cause }) => field === what.field && cause === 'drift');
  if (isDrift) return differing(what, to, from);
  return [{ ...what, earlier: undefined, now: to, onlyOne: { leaves: 'earlier', from } }];
}

/** Where the document is the same, the field is by now what the earlier plan was to make of it. */
function changedOnlyThen(
  what: Field,
  now: Change,
  { from, to }: FieldChange,
  sameDocument: boolean,
): readonly Difference[] {
  if (now.precondition === 'absent') return differing(what, to, undefined);
  if (sameDocument && to !== undefined) return differing(what, from, to);
  return [{ ...what, earlier: to, now: undefined, onlyOne: { leaves: 'now', from } }];
}

/** A creation starts from nothing. */
function valuesBefore({ precondition }: Change): Values {
  return precondition === 'absent' ? {} : precondition;
}

/** Only what one list has and the other has not is told. */
function memberDifferences(
  address: string,
  field: string,
  then: readonly string[] = [],
  now: readonly string[] = [],
): readonly Difference[] {
  const [left, right] = [new Set(then), new Set(now)];
  return differing({ address, field, currency: null }, listed(left, right), listed(right, left));
}

function listed(names: ReadonlySet<string>, others: ReadonlySet<string>): string | undefined {
  const own = names.difference(others);
  return own.size === 0 ? undefined : [...own].sort().join(', ');
}
