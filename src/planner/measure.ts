import type { Activation } from '../schemas/define-kind.ts';
import type { AccountLimits } from '../schemas/desired.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { Values } from '../schemas/values.ts';

/**
 * Quantities that are bounded at every moment, by name: `active_campaigns`, `line_items`, `exposure USD` (micro units
 * a day) and `uncapped USD` (ACTIVE things without a daily bound).
 */
export type Quantities = ReadonlyMap<string, number>;

/** The currencies that names of quantities speak of, in alphabetical order. */
export function currenciesIn(names: Iterable<string>): readonly string[] {
  const found = [...names].flatMap((name) => /^(?:exposure|uncapped) (.*)$/.exec(name)?.[1] ?? []);
  return [...new Set(found)].sort();
}

/** A resource as far as quantities need it. */
export interface Measured {
  readonly kind: string;
  readonly fields: Values;
  /** The parent's fields, where the parent is a resource that can be active itself. */
  readonly parent: Values | undefined;
}

/** What one existing resource contributes to the quantities of its account (contract, sections 5.3 and 5.4). */
export function contributionOf(resource: Measured, limits: Pick<AccountLimits, 'count'>): Quantities {
  const kind = kindNamed(resource.kind);
  const quantities = new Map<string, number>();
  if (kind.activation === undefined) return quantities;
  if (counts(kind.activation, resource.fields, limits.count)) quantities.set(kind.activation.limit, 1);
  const exposure = kind.exposure?.(resource.fields, resource.parent);
  if (exposure === undefined) return quantities;
  if (exposure.daily === 'uncapped') quantities.set(`uncapped ${exposure.currency}`, 1);
  else quantities.set(`exposure ${exposure.currency}`, exposure.daily);
  return quantities;
}

/** Campaigns count while ACTIVE, or until deleted where the account counts so; line items while ACTIVE. */
function counts({ limit, field, active }: Activation, fields: Values, mode: AccountLimits['count']): boolean {
  if (mode === 'not_deleted' && limit === 'active_campaigns') return true;
  return fields[field] === active;
}

/** The sum of several quantities, each times its sign. */
export function sum(parts: Iterable<readonly [Quantities, 1 | -1]>): Quantities {
  const total = new Map<string, number>();
  for (const [quantities, sign] of parts) {
    for (const [name, amount] of quantities) total.set(name, (total.get(name) ?? 0) + sign * amount);
  }
  return new Map([...total].filter(([, amount]) => amount !== 0));
}

/** What all existing resources of an account contribute together. */
export function measure(resources: Iterable<Measured>, limits: Pick<AccountLimits, 'count'>): Quantities {
  return sum([...resources].map((resource) => [contributionOf(resource, limits), 1] as const));
}
