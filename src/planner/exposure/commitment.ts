import type { Kind } from '../../schemas/define-kind.ts';
import type { Exposure } from '../../schemas/kind/spending.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import { countDays } from './days.ts';
import type { Measured } from './load.ts';

/**
 * The most that can still be spent in one currency, in micro units; infinite where something has neither end nor total.
 * Products and sums beyond 2^53 - 1 are beyond that here too, but by how much is not known.
 */
export interface Commitment {
  readonly amount: number;
  /** The first day after all of the spending; infinite where something has no end. */
  readonly until: number;
  /** Resources whose daily budget is beyond exact numbers. */
  readonly tooLarge: number;
}

/** Stands for any amount beyond exact numbers. */
const firstInexact = Number.MAX_SAFE_INTEGER + 1;

/** What one resource commits, with the budget that it shares. */
interface Part extends Commitment {
  readonly currency: string;
  /** The resource whose total budget bounds the parts of it together. */
  readonly owner: string;
  readonly ownersTotal: number;
}

/** A resource with the one whose total budget bounds it: its parent, where that can be active itself, else itself. */
export interface Owned extends Measured {
  readonly owner: { readonly name: string; readonly kind: Kind; readonly fields: Values };
}

/**
 * Sums up by currency what active resources can spend from now on: the daily budget on each day that is left, at most
 * the resource's own total budget, and for what spends beneath a parent at most the parent's total budget together.
 */
export function committedBy(resources: readonly Owned[]): ReadonlyMap<string, Commitment> {
  const parts = resources.flatMap(partOf).filter(({ amount }) => amount > 0);
  const shared = [...Map.groupBy(parts, ({ owner }) => owner).values()].flatMap((own) =>
    own.slice(0, 1).map(({ ownersTotal, currency }) => ({ ...together(own, ownersTotal), currency })),
  );
  const byCurrency = Map.groupBy(shared, ({ currency }) => currency);
  return new Map(
    [...byCurrency].map(([currency, own]) => [currency, together(own, Number.POSITIVE_INFINITY)]),
  );
}

function together(parts: readonly Commitment[], most: number): Commitment {
  return {
    amount: Math.min(
      most,
      parts.reduce((total, { amount }) => total + amount, 0),
    ),
    until: Math.max(...parts.map(({ until }) => until)),
    tooLarge: parts.reduce((total, { tooLarge }) => total + tooLarge, 0),
  };
}

function partOf(resource: Owned): readonly Part[] {
  const kind = kindNamed(resource.kind);
  const exposure = kind.spending?.exposure(resource.fields, resource.parent);
  const last = resource.days.at(-1);
  if (exposure === undefined || last === undefined) return [];
  const { currency, daily } = exposure;
  const byDays = times(amountOf(daily), countDays(resource.days));
  const total = totalBudget(kind, resource.fields);
  const { name, kind: ownersKind, fields } = resource.owner;
  return [
    {
      owner: name,
      ownersTotal: totalBudget(ownersKind, fields),
      currency,
      amount: Math.min(total, byDays),
      until: last.to,
      tooLarge: daily === 'too large' ? 1 : 0,
    },
  ];
}

function amountOf(daily: Exposure['daily']): number {
  if (typeof daily === 'number') return daily;
  return daily === 'too large' ? firstInexact : Number.POSITIVE_INFINITY;
}

/** Nothing a day stays nothing, also on days without end. */
function times(daily: number, days: number): number {
  return daily === 0 ? 0 : daily * days;
}

/** The total budget of a resource in micro units; infinite without one. A live one beyond exact numbers is text. */
function totalBudget({ spending }: Kind, fields: Values): number {
  const amount = fields[String(spending?.totalBudget)];
  if (typeof amount === 'number') return amount;
  return typeof amount === 'string' ? firstInexact : Number.POSITIVE_INFINITY;
}
