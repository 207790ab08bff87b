import type { Policy, Share } from '../schemas/desired.ts';
import { parseMoney } from '../schemas/micro-units.ts';
import { houseRulesSchema } from '../schemas/policy.ts';
import { entryOf, type Located, type LocatedMap, textOf } from './located.ts';
import { toPlain } from './plain.ts';
import type { Report } from './problem-list.ts';

/**
 * The guards of the document, with the defaults of those that have one: at most 30 % deletes and removed
 * members, no budget or bid
 * raised more than tenfold, outside changes undone with consent only. Reported: a number of resources with a fraction, and times
 * that end before they begin.
 */
export function readPolicy(root: LocatedMap, report: Report): Policy {
  const policy = entryOf(root, 'policy')?.value;
  const text = (name: string): string | undefined => textOf(entryOf(policy, name)?.value);
  for (const name of ['max_deletes', 'max_updates', 'max_member_removals']) {
    const node = entryOf(policy, name)?.value;
    if (node === undefined || !/^\d+\.\d+$/.test(text(name) ?? '')) continue;
    report(node, {
      rule: 'bad-value',
      message: `${name} is a number of ${name === 'max_member_removals' ? 'members' : 'resources'} with a fraction`,
      remedy: 'Write a whole number, or a share such as 30%.',
    });
  }
  return {
    maxDeletes: readShare(text('max_deletes')) ?? { percent: 30 },
    maxUpdates: readShare(text('max_updates')),
    maxDailyBudget: readMoney(text('max_daily_budget')),
    maxDailyBudgetIncrease: readShare(text('max_daily_budget_increase')),
    maxBudgetFactor: Number(text('max_budget_factor') ?? 10),
    maxBid: readMoney(text('max_bid')),
    maxBidFactor: Number(text('max_bid_factor') ?? 10),
    maxMemberRemovals: readShare(text('max_member_removals')) ?? { percent: 30 },
    undoDrift: text('undo_drift') === 'allow' ? 'allow' : 'ask',
    ...readHouseRules(policy, report),
  };
}

/** What the schema does not take is reported with the rest of the document, and counts as not given. */
function readHouseRules(
  policy: Located | undefined,
  report: Report,
): Pick<Policy, 'forbid' | 'flights' | 'freeze' | 'names'> {
  const parsed = policy?.type === 'map' ? houseRulesSchema.safeParse(toPlain(policy)).data : undefined;
  const { forbid = [], flights = {}, freeze = [], names = {} } = parsed ?? {};
  reportBackwards(entryOf(policy, 'freeze')?.value, freeze, report);
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

function readShare(text: string | undefined): Share | undefined {
  if (text === undefined) return undefined;
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { count: Number(text) };
}

function readMoney(text: string | undefined): number | undefined {
  const parsed = text === undefined ? undefined : parseMoney(text);
  return parsed !== undefined && 'micro' in parsed ? parsed.micro : undefined;
}
