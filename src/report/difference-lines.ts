import { printable } from '../diagnostics/display-text.ts';
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
  const [then, now] = texts(difference);
  return `${difference.address}  ${nameOf(difference)}: then ${then}, now ${now}`;
}

/** A field that one of the plans leaves alone is told by what the other one does to it. */
function texts(difference: Difference): readonly [string, string] {
  const { onlyOne, earlier, now } = difference;
  if (onlyOne === undefined) return shown(difference);
  const { leaves, from } = onlyOne;
  const to = leaves === 'earlier' ? now : earlier;
  const [before, after] = shown({ ...difference, earlier: from, now: to });
  const change = to === undefined ? before : `${before} → ${after}`;
  return leaves === 'earlier' ? ['not changed', change] : [change, 'not changed'];
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
  return typeof value === 'string' ? printable(value) : JSON.stringify(value);
}
