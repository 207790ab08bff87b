import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredAccount } from '../../schemas/desired.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { childKinds, kindNamed } from '../../schemas/registry.ts';
import { isIdOf, type Value, type Values } from '../../schemas/values.ts';
import type { Operation } from '../operations.ts';
import { type Commitment, committedBy } from './commitment.ts';
import { type DaySpan, ownDays } from './days.ts';
import { createFlightSet, type FlightSet } from './flight-set.ts';
import { type Load, loadOf, noLoad, sumLoads } from './load.ts';

interface Item {
  readonly kind: Kind;
  readonly fields: Values;
  /** The name of its parent in the model, where the parent can be active itself. */
  readonly parent: string | undefined;
}

/** The resources of one account that its load depends on, under the operations of a plan one after another. */
export interface ExposureModel {
  /** The load of the account as it is by now. */
  load(): Load;
  /** Carries out an operation, and says by how much it changes the load. */
  carryOut(operation: Operation): Load;
  /** What can still be spent in all from now on, by currency. */
  committed(): ReadonlyMap<string, Commitment>;
}

/** What a model is made from. */
export interface ExposureInput {
  readonly account: DesiredAccount;
  /** The records of all accounts. */
  readonly live: readonly LiveRecord[];
  /** The currency of a funding instrument, by id or by address; empty where it is not known. */
  readonly currencyOf: (instrument: Value | undefined) => string;
  /** Kinds of which all records of the account were read: where one is missing, its flights are not known. */
  readonly isRead: (kind: string) => boolean;
  /** The platform's time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Starts from what is live. */
export function createExposureModel({
  account,
  live,
  currencyOf,
  isRead,
  nowMs,
}: ExposureInput): ExposureModel {
  const items = new Map<string, Item>();
  const children = new Map<string, Set<string>>();
  const flights = new Map<string, FlightSet>();
  const daysOf = ({ kind, fields }: Item): readonly DaySpan[] => ownDays(kind, fields, nowMs);
  const flightsOf = (parent: string): FlightSet => {
    const known = flights.get(parent) ?? createFlightSet();
    flights.set(parent, known);
    return known;
  };
  const remove = (name: string, { kind, fields, parent }: Item): void => {
    items.delete(name);
    if (parent === undefined) return;
    children.get(parent)?.delete(name);
    for (const days of daysOf({ kind, fields, parent })) flightsOf(parent).remove(days);
  };
  const put = (name: string, item: Item): void => {
    const known = items.get(name);
    if (known !== undefined) remove(name, known);
    items.set(name, item);
    if (item.parent === undefined) return;
    children.set(item.parent, (children.get(item.parent) ?? new Set()).add(name));
    for (const days of daysOf(item)) flightsOf(item.parent).add(days);
  };
  // What has no flight of its own spends while anything beneath it runs; without anything there, at any time.
  const spendingDays = (name: string, item: Item): readonly DaySpan[] => {
    const isKnown = childKinds(item.kind.name)
      .filter(({ flight }) => flight !== undefined)
      .every((child) => isRead(child.name));
    const hasFlights = (children.get(name)?.size ?? 0) > 0;
    return item.kind.flight === undefined && isKnown && hasFlights ? flightsOf(name).days() : daysOf(item);
  };
  const parentOf = ({ parent }: Item): Item | undefined =>
    parent === undefined ? undefined : items.get(parent);
  const ownerOf = (name: string, item: Item): Item & { readonly name: string } => {
    const parent = parentOf(item);
    return parent === undefined ? { ...item, name } : { ...parent, name: `${item.parent}` };
  };
  const measured = (name: string, item: Item) => ({
    kind: item.kind.name,
    fields: item.fields,
    parent: parentOf(item)?.fields,
    days: spendingDays(name, item),
  });
  const load = (name: string): Load => {
    const item = items.get(name);
    return item === undefined ? noLoad : loadOf(measured(name, item), account.limits);
  };
  const loads = (names: readonly string[]): readonly Load[] => names.map(load);

  for (const record of live) {
    if (record.accountId !== account.id || !spends(record.kind)) continue;
    const kind = kindNamed(record.kind);
    const item = { kind, fields: record.fields, parent: parentName(kind, record.fields) };
    put(nameOf(record.kind, record.id), item);
  }
  return {
    load: () => sumLoads(loads([...items.keys()]).map((each) => [each, 1] as const)),
    carryOut: (operation) => {
      const { subject, type, params } = operation;
      const { kind } = subject;
      if (!spends(kind.name)) return noLoad;
      const name = nameIn(operation);
      const item = items.get(name);
      const fields = item === undefined ? newFields(params, currencyOf) : { ...item.fields, ...params };
      const parent = item === undefined ? parentName(kind, params) : item.parent;
      const names = [name, ...(children.get(name) ?? []), ...(parent === undefined ? [] : [parent])];
      const before = loads(names);
      if (type !== 'Delete') put(name, { kind, fields, parent });
      else if (item !== undefined) remove(name, item);
      return sumLoads([
        ...loads(names).map((each) => [each, 1] as const),
        ...before.map((each) => [each, -1] as const),
      ]);
    },
    committed: () =>
      committedBy(
        [...items].map(([name, item]) => ({ ...measured(name, item), owner: ownerOf(name, item) })),
      ),
  };
}

function newFields(params: Values, currencyOf: ExposureInput['currencyOf']): Values {
  return { ...params, currency: params['currency'] ?? currencyOf(params['funding_instrument_id']) };
}

function spends(kind: string): boolean {
  return kindNamed(kind).activation !== undefined;
}

/** The name of the record that an operation acts on: by its id, or by its address where the plan creates it. */
function nameIn({ subject, type, role }: Operation): string {
  const { live, kind, address, verdict } = subject;
  const isNew = role === 'create' || (type === 'Update' && verdict === 'replace' && role !== 'pause');
  return isNew || live === undefined ? address : nameOf(kind.name, live.id);
}

function nameOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** The parent by its id, or by its address where it is only to be created. */
function parentName(kind: Kind, fields: Values): string | undefined {
  if (kind.parentField === undefined || kind.parent === undefined) return undefined;
  const parent = fields[kind.parentField];
  if (isIdOf(parent)) return parent.id_of;
  return typeof parent === 'string' ? nameOf(kind.parent, parent) : undefined;
}
