import type { Kind } from './define-kind.ts';
import { childKinds } from './registry.ts';
import type { Values } from './values.ts';

/** True where an active record of the kind would spend by its own budget under a parent with these wire values. */
export function canSpendUnder(child: Kind, parent: Values): boolean {
  if (child.spending === undefined) return false;
  const { activation } = child.spending;
  const active = { [activation.field]: activation.active };
  return child.spending.exposure(active, parent) !== undefined;
}

/** The kinds whose records can spend by their own budgets under a record of the kind. */
export function spendingBeneath(kind: string): readonly Kind[] {
  return childKinds(kind).filter(({ spending }) => spending?.budgetsUnder !== undefined);
}
