import type { AccountLimits } from '../schemas/desired.ts';
import type { Quantities } from './measure.ts';
import type { Operation } from './operations.ts';

/** Whether an operation frees some of a bounded quantity, takes some, or touches none. */
export type Effect = 'release' | 'neutral' | 'claim';

/** What an operation does to the quantities, for better or worse. */
export interface Weighed {
  readonly operation: Operation;
  readonly accountId: string;
  readonly effects: Quantities;
  readonly effect: Effect;
}

export function effectOf(effects: Quantities): Effect {
  const amounts = [...effects.values()];
  if (amounts.some((amount) => amount > 0)) return 'claim';
  return amounts.length > 0 ? 'release' : 'neutral';
}

/** The bound of a quantity: a limit of the account, else what it is before or after, whichever is more. */
function boundOf(name: string, before: number, after: number, limits: AccountLimits): number {
  if (name === 'active_campaigns') return limits.activeCampaigns;
  if (name === 'line_items') return limits.lineItems ?? Number.POSITIVE_INFINITY;
  return Math.max(before, after);
}

/**
 * Gives each claim of one account the room it needs: what is free already first, then what releases will free. A claim
 * requires the releases whose room it uses, so that the bounds hold whichever operations fail.
 */
export function allotRoom(weighed: readonly Weighed[], before: Quantities, limits: AccountLimits): void {
  const names = new Set(weighed.flatMap(({ effects }) => [...effects.keys()]));
  for (const name of names) {
    const amounts = weighed.map(({ operation, effects }) => ({ operation, amount: effects.get(name) ?? 0 }));
    const now = before.get(name) ?? 0;
    // What is freed first, so that no sum on the way is larger than those at the ends.
    const after = [...amounts]
      .sort((a, b) => a.amount - b.amount)
      .reduce((total, { amount }) => total + amount, now);
    const pool = amounts
      .filter(({ amount }) => amount < 0)
      .map(({ operation, amount }) => ({ operation, left: -amount }));
    let free = boundOf(name, now, after, limits) - now;
    // Above the bound already: the first releases only bring it down to the bound.
    if (free < 0) take(pool, -free);
    for (const { operation, amount } of amounts.filter((each) => each.amount > 0)) {
      const fromFree = Math.max(0, Math.min(free, amount));
      free -= fromFree;
      for (const release of take(pool, amount - fromFree)) operation.requires.add(release.number);
    }
  }
}

/** Takes an amount out of the pool, the earliest first, and says which operations it came from. */
function take(pool: { readonly operation: Operation; left: number }[], amount: number): readonly Operation[] {
  const from: Operation[] = [];
  let open = amount;
  for (const source of pool) {
    if (open <= 0) break;
    if (source.left <= 0) continue;
    const part = Math.min(source.left, open);
    source.left -= part;
    open -= part;
    from.push(source.operation);
  }
  return from;
}
