import { parentAddress } from '../schemas/address.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { Activation, Exposure, SpendingCapability } from '../schemas/kind/spending.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { allKinds } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { isBeneath, type Stop } from '../schemas/stop.ts';
import { plainText } from '../schemas/values.ts';
import type { Target } from './target.ts';

/** A kind whose records spend. */
export type SpendingKind = Kind & { readonly spending: SpendingCapability };

/** The kinds whose records spend, parents before children. */
export const spendingKinds: readonly SpendingKind[] = allKinds.flatMap((kind) =>
  kind.spending === undefined ? [] : [{ ...kind, spending: kind.spending }],
);

/** What is known of an account that is stopped. */
export interface Stopping {
  readonly stop: Pick<Stop, 'patterns' | 'all'>;
  readonly records: readonly LiveRecord[];
  /** Of the account. */
  readonly entries: readonly StateEntry[];
}

/**
 * What a stop pauses of one kind, what can spend most first: what is ACTIVE and beneath it, and does not stand beneath
 * something that is beneath it too and stops with that.
 */
export function chooseTargets(kind: SpendingKind, { stop, records, entries }: Stopping): readonly Target[] {
  const addresses = addressesBy(kind, entries);
  const isChosen = choice(kind, stop, entries);
  const exposureOf = exposures(kind, records);
  return records
    .filter((record) => record.kind === kind.name && isActive(record, kind.spending.activation))
    .map((record): Target => {
      const name = plainText(record.fields['name'] ?? record.id);
      return { record, name, address: addresses.get(record.id) ?? null, exposure: exposureOf(record) };
    })
    .filter(({ address }) => isChosen(address))
    .sort(byExposure);
}

/** Whether a stop may choose anything of a kind, so that its list has to be read. */
export function mayChoose(kind: SpendingKind, { stop, entries }: Omit<Stopping, 'records'>): boolean {
  const isChosen = choice(kind, stop, entries);
  return isChosen(null) || addressesBy(kind, entries).values().some(isChosen);
}

/** Whether what a record can spend is decided by what stands beneath it. */
export function spendsByChildren(kind: SpendingKind, record: LiveRecord): boolean {
  return (
    isActive(record, kind.spending.activation) &&
    kind.spending.exposure(record.fields, undefined) === undefined
  );
}

export function isActive({ deleted, fields }: LiveRecord, { field, active }: Activation): boolean {
  return !deleted && fields[field] === active;
}

/** Whether a record at an address, or one that no document declares, is paused itself by the stop. */
function choice(
  kind: SpendingKind,
  stop: Stopping['stop'],
  entries: readonly StateEntry[],
): (address: string | null) => boolean {
  const upper = spendingKinds.find(({ name }) => name === kind.parent);
  if (upper === undefined) return (address) => isBeneath(stop, address);
  const above = new Set(addressesBy(upper, entries).values());
  const stopsAbove = (parent: string): boolean => above.has(parent) && isBeneath(stop, parent);
  // Where everything is stopped, what stands beneath something stops with that.
  return (address) =>
    !stop.all && address !== null && isBeneath(stop, address) && !stopsAbove(parentAddress(address) ?? '');
}

/** The addresses of what is ours of a kind, by id. What exists by id is ours where the document says its status. */
function addressesBy(kind: SpendingKind, entries: readonly StateEntry[]): ReadonlyMap<string, string> {
  const { field } = kind.spending.activation;
  return new Map(
    entries
      .filter((entry) => entry.kind === kind.name && (entry.origin !== 'external' || field in entry.declared))
      .map(({ id, address }) => [id, address]),
  );
}

/** What records of a kind can spend a day, by themselves or by what stands beneath them. */
export function exposures(
  kind: SpendingKind,
  records: readonly LiveRecord[],
): (record: LiveRecord) => Exposure | undefined {
  const byId = new Map(records.map((record) => [`${record.kind} ${record.id}`, record]));
  const lower = spendingKinds.filter(({ parent }) => parent === kind.name);
  const beneath = lower.map(
    (each) =>
      [
        each,
        Map.groupBy(records, (record) => (record.kind === each.name ? parentId(each, record) : undefined)),
      ] as const,
  );
  return (record) => {
    const parent = byId.get(`${kind.parent} ${String(parentId(kind, record))}`);
    const own = kind.spending.exposure(record.fields, parent?.fields);
    if (own !== undefined) return own;
    return beneath
      .flatMap(([each, children]) =>
        (children.get(record.id) ?? [])
          .filter(({ deleted }) => !deleted)
          .map((child) => each.spending.exposure(child.fields, record.fields)),
      )
      .reduce(added, undefined);
  };
}

/** The id of what a record stands under, if its kind stands under another one. */
export function parentId({ parentField }: Kind, { fields }: LiveRecord): unknown {
  return parentField === undefined ? undefined : fields[parentField];
}

function added(left: Exposure | undefined, right: Exposure | undefined): Exposure | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  if (typeof left.daily !== 'number') return left;
  return typeof right.daily !== 'number' ? right : { ...left, daily: left.daily + right.daily };
}

function byExposure(left: Target, right: Target): number {
  const [more, less] = [dailyOf(right), dailyOf(left)];
  if (more !== less) return more - less;
  return left.record.id < right.record.id ? -1 : 1;
}

/** In micro units; what has no bound is above everything. */
function dailyOf({ exposure }: Target): number {
  if (exposure === undefined) return 0;
  return typeof exposure.daily === 'number' ? exposure.daily : Number.MAX_VALUE;
}
