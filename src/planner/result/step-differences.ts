import type { Plan, PlannedOperation, Step } from '../../schemas/plan.ts';
import type { Value, Values } from '../../schemas/values.ts';
import { type Difference, differing, keysOf } from './difference.ts';

/** In what the requests of two plans differ: their number, method, path, operations and order. */
export function stepDifferences(then: Plan, now: Plan): readonly Difference[] {
  const [left, right] = [byNumber(then), byNumber(now)];
  return keysOf(left, right).flatMap((number) => {
    const [before, after] = [left.get(number), right.get(number)];
    const [address = ''] = [before, after].flatMap(addressesOf);
    const what = { address, field: `request ${number}`, currency: null };
    if (before === undefined || after === undefined) return differing(what, lineOf(before), lineOf(after));
    return memberDifferences(what, requestOf(before), requestOf(after));
  });
}

function byNumber({ steps }: Plan): ReadonlyMap<number, Step> {
  return new Map(steps.map((step) => [step.step, step]));
}

function addressesOf(step: Step | undefined): readonly string[] {
  return step === undefined ? [] : step.operations.map(({ address }) => address);
}

function lineOf(step: Step | undefined): string | undefined {
  return step === undefined ? undefined : `${step.method} ${step.path}`;
}

function memberDifferences(
  what: Omit<Difference, 'earlier' | 'now'>,
  then: Values,
  now: Values,
): readonly Difference[] {
  return Object.entries(then).flatMap(([member, value]) =>
    differing({ ...what, field: `${what.field} ${member}` }, value, now[member]),
  );
}

/** All that a request sends, and when, with a value for every member. */
function requestOf(step: Step): Values {
  const { host, method, path, account_id: account, batch, atomic = false, effect, operations, after } = step;
  return { host, method, path, account, batch, atomic, effect, operations: operations.map(sentBy), after };
}

function sentBy({
  operation_type: type,
  address,
  id,
  params,
  requires,
  ...operation
}: PlannedOperation): Value {
  return { type, address, id, params, requires, waits_for: operation.waits_for ?? [] };
}
