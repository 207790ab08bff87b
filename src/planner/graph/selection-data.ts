import type { PlanSelection } from '../../schemas/plan.ts';
import type { Selection } from './selection.ts';

/** A selection as the plan records it; `account` is the key of the only account that the plan is for. */
export function selectionData(
  { targets, excludes = [], touched }: Selection,
  account: string | undefined,
): PlanSelection {
  return {
    ...(account === undefined ? {} : { account }),
    targets: [...targets],
    excludes: [...excludes],
    ...(touched === undefined ? {} : { touched: [...touched].sort() }),
  };
}

/** The selection that a plan recorded, to plan with it again. */
export function selectionFrom({ targets, excludes, touched }: PlanSelection): Selection {
  return { targets, excludes, ...(touched === undefined ? {} : { touched: new Set(touched) }) };
}
