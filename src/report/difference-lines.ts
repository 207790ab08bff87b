import type { Difference } from '../planner/result/difference.ts';
import { kindNamed } from '../schemas/registry.ts';
import { isDigest, type Value } from '../schemas/values.ts';
import { documentName, showMoney, showPair } from './show-value.ts';

const namedAtMost = 40;

/** What differs between two plans, a line each: `ADDRESS  FIELD: then 55.00 USD/day, now 57.00 USD/day`. */
export function differenceLines(differences: readonly Difference[]): readonly string[] {
  const lines = differences.slice(0, namedAtMost).map(lineOf);
  const more = differences.length - namedAtMost;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function lineOf(difference: Difference): string {
  const [then, now] = shown(difference);
  return `${difference.address}  ${nameOf(difference)}: then ${then}, now ${now}`;
}

function nameOf({ kind, field }: Difference): string {
  return kind === undefined ? field : documentName(kindNamed(kind), field);
}

function shown({ kind, field, currency, earlier, now }: Difference): readonly [string, string] {
  if (isDigest(earlier) && isDigest(now)) return ['a sensitive value', 'another one'];
  if (kind !== undefined) return showPair(kindNamed(kind), field, [earlier, now], currency);
  return [plainly(earlier, currency), plainly(now, currency)];
}

function plainly(value: Value | undefined, currency: string | null): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'number' && currency !== null) return showMoney(value, currency);
  return JSON.stringify(value);
}
