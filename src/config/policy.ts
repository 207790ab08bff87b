import type { Policy, Share } from '../schemas/desired.ts';
import { parseMoney } from '../schemas/micro-units.ts';
import { entryOf, type LocatedMap, textOf } from './located.ts';
import type { Report } from './problem-list.ts';

/**
 * The guards of the document, with the defaults of those that have one: at most 30 % deletes, no budget raised more
 * than tenfold, outside changes undone with consent only. Reported: a number of resources with a fraction.
 */
export function readPolicy(root: LocatedMap, report: Report): Policy {
  const policy = entryOf(root, 'policy')?.value;
  const text = (name: string): string | undefined => textOf(entryOf(policy, name)?.value);
  for (const name of ['max_deletes', 'max_updates']) {
    const node = entryOf(policy, name)?.value;
    if (node === undefined || !/^\d+\.\d+$/.test(text(name) ?? '')) continue;
    report(node, {
      rule: 'bad-value',
      message: `${name} is a number of resources with a fraction`,
      remedy: 'Write a whole number, or a share such as 30%.',
    });
  }
  return {
    maxDeletes: readShare(text('max_deletes')) ?? { percent: 30 },
    maxUpdates: readShare(text('max_updates')),
    maxDailyBudget: readMoney(text('max_daily_budget')),
    maxDailyBudgetIncrease: readShare(text('max_daily_budget_increase')),
    maxBudgetFactor: Number(text('max_budget_factor') ?? 10),
    undoDrift: text('undo_drift') === 'allow' ? 'allow' : 'ask',
  };
}

function readShare(text: string | undefined): Share | undefined {
  if (text === undefined) return undefined;
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { count: Number(text) };
}

function readMoney(text: string | undefined): number | undefined {
  const parsed = text === undefined ? undefined : parseMoney(text);
  return parsed !== undefined && 'micro' in parsed ? parsed.micro : undefined;
}
