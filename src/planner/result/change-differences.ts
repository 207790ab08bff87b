import type { Change, Plan } from '../../schemas/plan.ts';
import type { Values } from '../../schemas/values.ts';
import { type Difference, differing, keysOf } from './difference.ts';

const nothing = 'nothing to do';

/** In what the changes of two plans differ: addresses, actions, values before and after, and what hangs on what goes. */
export function changeDifferences(then: Plan, now: Plan): readonly Difference[] {
  const [left, right] = [byAddress(then), byAddress(now)];
  return keysOf(left, right).flatMap((address) => {
    const [before, after] = [left.get(address), right.get(address)];
    if (before !== undefined && after !== undefined && before.action === after.action)
      return differencesOf(before, after);
    return differing(
      { address, field: 'action', currency: null },
      before?.action ?? nothing,
      after?.action ?? nothing,
    );
  });
}

function byAddress({ changes }: Plan): ReadonlyMap<string, Change> {
  return new Map(changes.map((change) => [change.address, change]));
}

function differencesOf(then: Change, now: Change): readonly Difference[] {
  const { address } = then;
  const plain = (['kind', 'account_id', 'id', 'currency', 'moved_from'] as const).flatMap((field) =>
    differing({ address, field, currency: null }, then[field], now[field]),
  );
  return [
    ...plain,
    ...valueDifferences(then, now),
    ...memberDifferences(address, 'goes along', then.takes_along, now.takes_along),
    ...memberDifferences(address, 'hangs on it', hanging(then), hanging(now)),
  ];
}

function hanging({ beneath = [] }: Change): readonly string[] {
  return beneath.map(({ kind, id }) => `${kind} ${id}`);
}

/** A field that differs both in what it is and in what it becomes is named once. */
function valueDifferences(then: Change, now: Change): readonly Difference[] {
  const { address, kind, currency } = now;
  const compare = (left: Values, right: Values): ReadonlyMap<string, Difference> => {
    const [lefts, rights] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
    const found = keysOf(lefts, rights).flatMap((field) =>
      differing({ address, kind, field, currency }, lefts.get(field), rights.get(field)),
    );
    return new Map(found.map((difference) => [difference.field, difference]));
  };
  const before = compare(valuesBefore(then), valuesBefore(now));
  const after = compare(then.after, now.after);
  return keysOf(before, after).flatMap((field) => clearer(before.get(field), after.get(field)));
}

/** Of a field that only one of both plans changes, what it becomes says more than what it is. */
function clearer(before: Difference | undefined, after: Difference | undefined): readonly Difference[] {
  const oneSided = before?.earlier === undefined || before.now === undefined;
  return (oneSided ? [after, before] : [before]).filter((difference) => difference !== undefined).slice(0, 1);
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
