import type { Kind } from '../../schemas/define-kind.ts';
import { spendingBeneath } from '../../schemas/spends-under.ts';
import type { Value, Values } from '../../schemas/values.ts';
import type { LiveIndex } from '../match/live-index.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { createFamilies, type Families } from './siblings-view.ts';

/** A daily budget that a plan moves between a resource and what spends beneath it; micro units a day. */
export interface MovedBudget {
  readonly wire: string;
  /** `the campaign`, `its line items`. */
  readonly from: string;
  readonly to: string;
  /** From what spends beneath to the resource itself. */
  readonly isUpwards: boolean;
  readonly before: number;
  /** Of all that spends beneath together, where it moves there; `null`: nothing bounds it. */
  readonly after: number | null;
}

/** The two worlds that a budget is compared in. */
interface Worlds {
  /** What there is after the plan. */
  readonly world: readonly Subject[];
  readonly live: LiveIndex;
}

/**
 * Finds the daily budget of a resource that stands on the other level after the plan; `undefined` where it stays, where
 * nothing bounded it before, or where that is not known.
 */
export function movedBudgets({ world, live }: Worlds): (subject: Subject) => MovedBudget | undefined {
  const families = createFamilies(world, live);
  return (subject) => {
    const { kind, verdict, live: record, accountId } = subject;
    const [child] = spendingBeneath(kind.name);
    if (child === undefined || record === undefined || verdict === 'delete') return undefined;
    const after = valuesAfter(subject);
    const isOwn = (values: Values): boolean =>
      kind.spending?.exposure(whileActive(values), undefined) !== undefined;
    const beneath = (when: 'live' | 'wanted', parent: Values): Together =>
      together(families.under(subject, child.name, when), parent);
    const names = { own: `the ${kind.title}`, beneath: `its ${child.title}s` };
    const wire = dailyWire(kind);
    if (isOwn(record.fields) && !isOwn(after))
      return moved(wire, { ...names, isUpwards: false }, record.fields[wire], beneath('wanted', after));
    if (isOwn(record.fields) || !isOwn(after) || !live.isComplete(accountId, child.name, record.id))
      return undefined;
    return moved(wire, { ...names, isUpwards: true }, beneath('live', record.fields), after[wire] ?? null);
  };
}

function moved(
  wire: string,
  {
    own,
    beneath,
    isUpwards,
  }: { readonly own: string; readonly beneath: string; readonly isUpwards: boolean },
  before: Value | undefined,
  after: Value | undefined,
): MovedBudget | undefined {
  const isAmount = typeof after === 'number' || after === null;
  const [from, to] = isUpwards ? [beneath, own] : [own, beneath];
  return typeof before === 'number' && isAmount ? { wire, from, to, isUpwards, before, after } : undefined;
}

function dailyWire({ fields }: Kind): string {
  const daily = Object.values(fields).find(({ spending, unit }) => spending === 'budget' && unit === '/day');
  return String(daily?.wire);
}

/** An amount; `null` where nothing bounds it, `undefined` where nothing spends, or too much to be counted. */
type Together = number | null | undefined;

/**
 * What can be spent in a day by all that is ACTIVE under a resource, while that is ACTIVE itself; where nothing is, by
 * what is PAUSED and has a budget, once it is switched on.
 */
function together(family: ReturnType<Families['under']>, parent: Values): Together {
  const dailyOf = (own: (values: Values) => Values) =>
    family.flatMap(
      ({ kind, values }) => kind.spending?.exposure(own(values), whileActive(parent))?.daily ?? [],
    );
  const running = dailyOf((values) => values);
  const paused = (): typeof running => dailyOf(whileActive).filter((amount) => typeof amount === 'number');
  const amounts = running.length > 0 ? running : paused();
  if (amounts.includes('uncapped')) return null;
  const counted = amounts.filter((amount) => typeof amount === 'number');
  if (counted.length === 0 || counted.length < amounts.length) return undefined;
  return counted.reduce((sum, amount) => sum + amount, 0);
}

function whileActive(values: Values): Values {
  return { ...values, entity_status: 'ACTIVE' };
}
