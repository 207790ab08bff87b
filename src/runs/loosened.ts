import { parseMoney } from '../schemas/micro-units.ts';
import { momentOf } from '../schemas/times.ts';
import { isList, sameValue, type Value } from '../schemas/values.ts';

/**
 * True where a rule of a `policy`, or a part of one, forbids less than it did, or where that cannot be said because it
 * forbids other things. Values are as the document has them; `undefined` stands for a rule that is not there.
 */
export function isLoosened(rule: string, was: Value | undefined, becomes: Value | undefined): boolean {
  if (was === undefined || sameValue(was, becomes)) return false;
  if (typeof was === 'string') return typeof becomes !== 'string' || isLooserText(rule, was, becomes);
  const [earlier, later] = [partsOf(was), partsOf(becomes)];
  return [...earlier].some(([part, value]) => isLoosened(part, value, later.get(part)));
}

/** The parts of a rule, each of which forbids something by itself: those of a list stand for themselves. */
function partsOf(value: Value | undefined): ReadonlyMap<string, Value> {
  if (typeof value !== 'object' || value === null) return new Map();
  if (isList(value)) return new Map(value.map((each) => [JSON.stringify(each), each]));
  return new Map(Object.entries(value));
}

function isLooserText(rule: string, was: string, becomes: string): boolean {
  if (rule.startsWith('max_')) return isMore(was, becomes);
  if (rule === 'earliest') return momentOf(becomes) < momentOf(was);
  if (rule === 'latest') return momentOf(becomes) > momentOf(was);
  return rule !== 'undo_drift' || becomes === 'allow';
}

/** A number and a share of something cannot be compared, but zero of either is the strictest. */
function isMore(was: string, becomes: string): boolean {
  if (amountOf(becomes) === 0) return false;
  if (was.endsWith('%') !== becomes.endsWith('%')) return true;
  return amountOf(becomes) > amountOf(was);
}

/** Every figure of a policy has at most six decimals, as an amount has. */
function amountOf(text: string): number {
  const parsed = parseMoney(text.replace('%', ''));
  return 'micro' in parsed ? parsed.micro : Number.POSITIVE_INFINITY;
}
