import type { DesiredDocument, Policy, Share } from '../schemas/desired.ts';
import { parseMoney } from '../schemas/micro-units.ts';
import { houseRulesSchema } from '../schemas/policy.ts';
import { entryOf, type Located, type LocatedMap, textOf } from './located.ts';
import { toPlain } from './plain.ts';
import type { Report } from './problem-list.ts';

/** A `policy` by the document's names, every value as its source text. */
type GivenPolicy = NonNullable<DesiredDocument['givenPolicy']>;

/**
 * The guards of the document, as `policyFrom` gives them, and the `policy` as it is written, where there is one.
 * Reported: a number of resources with a fraction, and times that end before they begin.
 */
export function readPolicy(
  root: LocatedMap,
  report: Report,
): Pick<DesiredDocument, 'policy' | 'givenPolicy'> {
  const node = entryOf(root, 'policy')?.value;
  if (node?.type !== 'map') return { policy: policyFrom({}) };
  const givenPolicy = Object.fromEntries(
    Array.from(node.entries, ([name, { value }]) => [name, toPlain(value)]),
  );
  const policy = policyFrom(givenPolicy);
  reportFractions(node, report);
  reportBackwards(entryOf(node, 'freeze')?.value, policy.freeze, report);
  return { policy, givenPolicy };
}

/** The rules that hold where a `policy` says nothing of them, as they would be written. */
export const defaultRules = {
  max_deletes: '30%',
  max_budget_factor: '10',
  max_bid_factor: '10',
  max_member_removals: '30%',
  undo_drift: 'ask',
} as const;

/**
 * The guards that a `policy` as it is written stands for, with the defaults of those that have one: at most 30 % deletes
 * and removed members, no budget or bid raised more than tenfold, outside changes undone with consent only. What the
 * schema does not take counts as not given.
 */
export function policyFrom(given: GivenPolicy): Policy {
  const text = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' ? value : undefined;
  };
  const share = (name: 'max_deletes' | 'max_member_removals'): Share =>
    readShare(text(name) ?? defaultRules[name]);
  const factor = (name: 'max_budget_factor' | 'max_bid_factor'): number =>
    Number(text(name) ?? defaultRules[name]);
  return {
    maxDeletes: share('max_deletes'),
    maxUpdates: readGiven(text('max_updates')),
    maxDailyBudget: readMoney(text('max_daily_budget')),
    maxDailyBudgetIncrease: readGiven(text('max_daily_budget_increase')),
    maxBudgetFactor: factor('max_budget_factor'),
    maxBid: readMoney(text('max_bid')),
    maxBidFactor: factor('max_bid_factor'),
    maxMemberRemovals: share('max_member_removals'),
    undoDrift: text('undo_drift') === 'allow' ? 'allow' : 'ask',
    ...houseRulesFrom(given),
  };
}

function houseRulesFrom(given: GivenPolicy): Pick<Policy, 'forbid' | 'flights' | 'freeze' | 'names'> {
  const { forbid = [], flights = {}, freeze = [], names = {} } = houseRulesSchema.safeParse(given).data ?? {};
  const { max_days: maxDays, earliest, latest } = flights;
  return {
    forbid: forbid.map(({ action, kind, address }) => ({ action, kind, address })),
    flights: { maxDays, earliest, latest },
    freeze,
    names: Object.fromEntries(
      Object.entries(names).flatMap(([kind, pattern]) => (pattern === undefined ? [] : [[kind, pattern]])),
    ),
  };
}

/** The rules whose number is one of these things, which come whole. */
const counts: readonly (readonly [rule: string, things: string])[] = [
  ['max_deletes', 'resources'],
  ['max_updates', 'resources'],
  ['max_member_removals', 'members'],
];

function reportFractions(policy: LocatedMap, report: Report): void {
  for (const [name, things] of counts) {
    const node = entryOf(policy, name)?.value;
    if (node === undefined || !/^\d+\.\d+$/.test(textOf(node) ?? '')) continue;
    report(node, {
      rule: 'bad-value',
      message: `${name} is a number of ${things} with a fraction`,
      remedy: 'Write a whole number, or a share such as 30%.',
    });
  }
}

function reportBackwards(node: Located | undefined, freeze: Policy['freeze'], report: Report): void {
  for (const [index, { from, to }] of freeze.entries()) {
    const item = node?.type === 'list' ? node.items[index] : undefined;
    if (item === undefined || from < to) continue;
    report(entryOf(item, 'to')?.value ?? item, {
      rule: 'bad-value',
      message: 'the freeze ends before it begins',
      remedy: 'Write a to that is later than from.',
    });
  }
}

function readGiven(text: string | undefined): Share | undefined {
  return text === undefined ? undefined : readShare(text);
}

function readShare(text: string): Share {
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { count: Number(text) };
}

function readMoney(text: string | undefined): number | undefined {
  const parsed = text === undefined ? undefined : parseMoney(text);
  return parsed !== undefined && 'micro' in parsed ? parsed.micro : undefined;
}
