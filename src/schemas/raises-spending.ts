import type { Kind } from './define-kind.ts';
import { fieldByWire } from './registry.ts';
import type { Value } from './values.ts';

/** True where more can be spent once a field has another value: no budget and no bid is no bound. */
export function raisesSpending(
  kind: Kind,
  wire: string,
  before: Value | undefined,
  after: Value | undefined,
): boolean {
  const spending = fieldByWire(kind, wire)?.spending;
  if (spending === undefined) return false;
  if (spending === 'status') return after === kind.activation?.active;
  return typeof before === 'number' && (typeof after !== 'number' || after > before);
}
