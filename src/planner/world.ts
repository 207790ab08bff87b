import type { DesiredAccount } from '../schemas/desired.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import { isIdOf, type Value, type Values } from '../schemas/values.ts';
import { contributionOf, measure, type Quantities, sum } from './measure.ts';
import type { Operation } from './operations.ts';

interface Item {
  readonly kind: string;
  readonly fields: Values;
  /** The name of its parent in the world, where the parent can be active itself. */
  readonly parent: string | undefined;
}

/** The resources of one account that quantities depend on, under the operations of a plan one after another. */
export interface World {
  quantities(): Quantities;
  /** Carries out an operation, and says by how much it changes the quantities. */
  carryOut(operation: Operation): Quantities;
}

/** Starts from what is live. `currencyOf` gives the currency of the account's funding instrument by id or address. */
export function createWorld(
  account: DesiredAccount,
  live: readonly LiveRecord[],
  currencyOf: (instrument: Value | undefined) => string,
): World {
  const items = new Map<string, Item>();
  const children = new Map<string, Set<string>>();
  const put = (name: string, item: Item): void => {
    items.set(name, item);
    if (item.parent !== undefined)
      children.set(item.parent, (children.get(item.parent) ?? new Set()).add(name));
  };
  for (const record of live.filter(
    (candidate) => candidate.accountId === account.id && spends(candidate.kind),
  )) {
    put(nameOf(record.kind, record.id), {
      kind: record.kind,
      fields: record.fields,
      parent: parentOf(record.kind, record.fields),
    });
  }
  const parentFields = (item: Item): Values | undefined =>
    item.parent === undefined ? undefined : items.get(item.parent)?.fields;
  const contribution = (item: Item | undefined): Quantities =>
    item === undefined
      ? new Map()
      : contributionOf({ kind: item.kind, fields: item.fields, parent: parentFields(item) }, account.limits);
  const contributions = (names: readonly string[]): readonly Quantities[] =>
    names.map((each) => contribution(items.get(each)));

  return {
    quantities: () =>
      measure(
        [...items.values()].map((item) => ({ ...item, parent: parentFields(item) })),
        account.limits,
      ),
    carryOut: (operation) => {
      const { subject, type, role, params } = operation;
      if (!spends(subject.kind.name)) return new Map();
      const recordName =
        subject.live === undefined ? subject.address : nameOf(subject.kind.name, subject.live.id);
      const name =
        role === 'create' || (type === 'Update' && subject.verdict === 'replace' && role !== 'pause')
          ? subject.address
          : recordName;
      const names = [name, ...(children.get(name) ?? [])];
      const before = contributions(names);
      const item = items.get(name);
      if (type === 'Delete') items.delete(name);
      else if (item !== undefined) put(name, { ...item, fields: { ...item.fields, ...params } });
      else {
        const fields = { ...params, currency: params.currency ?? currencyOf(params.funding_instrument_id) };
        put(name, { kind: subject.kind.name, fields, parent: parentOf(subject.kind.name, params) });
      }
      return difference(before, contributions(names));
    },
  };
}

/** Taken one by one, so that no sum on the way is larger than what is said in the end. */
function difference(before: readonly Quantities[], after: readonly Quantities[]): Quantities {
  return sum(
    after.flatMap((each, index) => [
      [each, 1] as const,
      ...before.slice(index, index + 1).map((old) => [old, -1] as const),
    ]),
  );
}

function spends(kind: string): boolean {
  return kindNamed(kind).activation !== undefined;
}

function nameOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** The parent by its id, or by its address where it is only to be created. */
function parentOf(kindName: string, fields: Values): string | undefined {
  const kind = kindNamed(kindName);
  if (kind.parentField === undefined || kind.parent === undefined) return undefined;
  const parent = fields[kind.parentField];
  if (isIdOf(parent)) return parent.id_of;
  return typeof parent === 'string' ? nameOf(kind.parent, parent) : undefined;
}
