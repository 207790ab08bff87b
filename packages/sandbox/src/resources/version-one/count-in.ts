import { type Fields, longIn, plainLong, type Value } from '../../value.ts';

/** A count in public metrics; 0 where there is none. */
export function countIn(metrics: Fields, name: string): Value {
  return plainLong(longIn(metrics, name) ?? 0n);
}
