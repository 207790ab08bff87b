import type { PlanInput, PlanResult } from '../../../../src/planner/plan.ts';
import type { DesiredResource } from '../../../../src/schemas/desired.ts';
import type { StateEntry } from '../../../../src/schemas/state-entry.ts';
import type { Values } from '../../../../src/schemas/values.ts';
import type { Recount } from './recount-figures.ts';
import type { Plain, WholePlatform } from './whole-platform.ts';
import type { WholeSpec } from './whole-spec.ts';

type Records = ReadonlyMap<string, Plain>;

/** A plan without violations, and what became of the world by carrying it out. */
export interface Trial {
  readonly spec: WholeSpec;
  readonly input: PlanInput;
  readonly result: PlanResult;
  readonly isWhole: boolean;
  readonly before: Situation;
  /** Everything carried out in order. */
  readonly after: Situation;
  /** The platform after that. */
  readonly applied: WholePlatform;
  /** The highest day by currency, and the most campaigns and active line items, after any operation of that. */
  readonly peaks: Pick<Recount, 'highest' | 'activeItems'> & { readonly campaigns: number };
}

/** The platform's records, the state's entries, and the figures. */
export interface Situation {
  readonly records: Records;
  readonly entries: readonly StateEntry[];
  /** What was ever applied, by id. */
  readonly everApplied: ReadonlyMap<string, Values>;
  readonly figures: Recount;
}

/** A broken law: its name, and what was seen. */
export interface Finding {
  readonly law: string;
  readonly what: string;
}

/** The record that an address stands for. */
export function recordAt(
  { entries, records }: Pick<Situation, 'entries' | 'records'>,
  address: string,
): Plain | undefined {
  const entry = entries.find((each) => each.address === address);
  return entry === undefined ? undefined : records.get(entry.id);
}

/** What the document declares at an address. */
export function declaredAt({ input }: Pick<Trial, 'input'>, address: string): DesiredResource | undefined {
  return input.document.resources.find((each) => each.address === address);
}

/** The address that an entry has under the document: the nearest line of `moved` counts. */
export function addressNow({ input }: Pick<Trial, 'input'>, address: string): string {
  const nearest = input.document.moved
    .filter(({ from }) => isAtOrBeneath(address, from))
    .sort((a, b) => b.from.length - a.from.length)[0];
  return nearest === undefined ? address : nearest.to + address.slice(nearest.from.length);
}

/** The entries that a line of `removed` lets go: they are forgotten, and their records stay. */
export function letGoIn({ document }: PlanInput, { entries }: Situation): readonly StateEntry[] {
  const declared = new Set(document.resources.map(({ address }) => address));
  return entries.filter(
    ({ address }) =>
      !declared.has(address) &&
      document.removed.some(({ from, destroy }) => !destroy && isAtOrBeneath(address, from)),
  );
}

/** True for an address itself and what stands beneath it. */
export function isAtOrBeneath(address: string, above: string): boolean {
  return address === above || address.startsWith(`${above}/`);
}
