import { sameValue, type Value } from '../../schemas/values.ts';

/** One thing in which the effects of two plans differ. */
export interface Difference {
  /** Of a resource, or the key of an account. */
  readonly address: string;
  /** The kind, where `field` is the wire name of one of its fields. */
  readonly kind?: string;
  readonly field: string;
  /** ISO 4217 code: of amounts of the resource, or of a figure that is in micro units; `null` where nothing is money. */
  readonly currency: string | null;
  readonly earlier: Value | undefined;
  readonly now: Value | undefined;
  /** Of a field that only one of the plans changes: which one leaves it as it is, and what the other one changes. */
  readonly onlyOne?: { readonly leaves: 'earlier' | 'now'; readonly from: Value | undefined };
}

/** The difference between two values as a list: empty where they are the same. */
export function differing(
  what: Omit<Difference, 'earlier' | 'now' | 'onlyOne'>,
  earlier: Value | undefined,
  now: Value | undefined,
): readonly Difference[] {
  return sameValue(earlier, now) ? [] : [{ ...what, earlier, now }];
}

/** The keys of two maps, each once. */
export function keysOf<T>(left: ReadonlyMap<T, unknown>, right: ReadonlyMap<T, unknown>): readonly T[] {
  return [...new Set([...left.keys(), ...right.keys()])];
}
