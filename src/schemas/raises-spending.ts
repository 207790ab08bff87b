import type { Field } from './define-field.ts';
import type { Kind } from './define-kind.ts';
import { fieldByWire } from './registry.ts';
import { momentOf } from './times.ts';
import type { Value } from './values.ts';

/**
 * How much can be spent with a value of a field, as a number that grows with it: an amount in micro units, 1 or 0 for a
 * status, a time of the flight in milliseconds (an earlier start is more), how often one person sees it, the days that
 * this is counted over (fewer are more). No budget, bid or end is no bound, so
 * infinite. `undefined` for a field that says nothing about spending.
 */
export function spendingLevel(kind: Kind, wire: string, value: Value | undefined): number | undefined {
  if (wire === kind.spending?.flight?.end)
    return typeof value === 'string' ? momentOf(value) : Number.POSITIVE_INFINITY;
  if (wire === kind.spending?.flight?.start)
    return typeof value === 'string' ? -momentOf(value) : Number.POSITIVE_INFINITY;
  return levelOf(kind, fieldByWire(kind, wire)?.spending, value);
}

function levelOf(kind: Kind, spending: Field['spending'], value: Value | undefined): number | undefined {
  if (spending === undefined) return undefined;
  if (spending === 'status') return value === kind.spending?.activation.active ? 1 : 0;
  // Without a frequency, no period bounds anything.
  if (spending === 'period') return typeof value === 'number' ? -value : undefined;
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
}

/** True where more can be spent once a field has another value: no budget, bid, frequency or end is no bound. */
export function raisesSpending(
  kind: Kind,
  wire: string,
  before: Value | undefined,
  after: Value | undefined,
): boolean {
  const [less, more] = [spendingLevel(kind, wire, before), spendingLevel(kind, wire, after)];
  return less !== undefined && more !== undefined && more > less;
}
