import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredAccount } from '../../schemas/desired.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { isIdOf, type Value, type Values } from '../../schemas/values.ts';
import type { Subject } from '../match/subject.ts';
import { type Commitment, committedBy } from './commitment.ts';
import { fundingOf } from './currency.ts';
import { createItems } from './items.ts';
import { type Load, loadOf, noLoad, sumLoads } from './load.ts';

/** One write to one record, as far as the load of its account needs it; `params` by wire name. */
export interface Write {
  readonly subject: Subject;
  readonly role: 'pause' | 'delete' | 'create' | 'update' | 'activate';
  readonly type: 'Create' | 'Update' | 'Delete';
  readonly params: Values;
}

/** By how much a write changes the load of its account. */
export interface Carried {
  readonly load: Load;
  /**
   * The name of the resource above, where the write changes a flight beneath it, and what of the load is that
   * resource's own: it spends on the days of all flights together, so that each write beneath it changes more or less,
   * as others go before or after.
   */
  readonly above?: { readonly name: string; readonly load: Load };
}

/** The resources of one account that its load depends on, under the operations of a plan one after another. */
export interface ExposureModel {
  /** The load of the account as it is by now. */
  load(): Load;
  /** What of it is by records that nobody manages. */
  othersLoad(): Load;
  /** Carries out a write, and says what it changes. */
  carryOut(write: Write): Carried;
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
  /** True for a record that neither the document nor the state knows. */
  readonly isOthers: (record: LiveRecord) => boolean;
  /** The platform's time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Starts from what is live. */
export function createExposureModel(input: ExposureInput): ExposureModel {
  const { account, live, currencyOf, isOthers } = input;
  const items = createItems(input);
  const others = new Set<string>();
  const loads = (names: readonly string[]): readonly Load[] =>
    names.map((name) => {
      const item = items.get(name);
      return item === undefined ? noLoad : loadOf(items.measured(name, item), account.limits);
    });
  for (const record of live) {
    if (record.accountId !== account.id || !spends(record.kind)) continue;
    const kind = kindNamed(record.kind);
    const item = { kind, fields: record.fields, parent: parentName(kind, record.fields) };
    const name = nameOf(record.kind, record.id);
    items.put(name, item);
    if (isOthers(record)) others.add(name);
  }
  const loadOfAll = (names: readonly string[]): Load =>
    sumLoads(loads(names).map((each) => [each, 1] as const));
  return {
    load: () => loadOfAll(items.names()),
    othersLoad: () => loadOfAll([...others]),
    carryOut: (write) => {
      const { subject, type, params } = write;
      const { kind } = subject;
      if (!spends(kind.name)) return { load: noLoad };
      const name = nameIn(write);
      const item = items.get(name);
      const fields = item === undefined ? newFields(kind, params, currencyOf) : { ...item.fields, ...params };
      const parent = item === undefined ? parentName(kind, params) : item.parent;
      const own = [name, ...items.beneath(name)];
      const above = parent === undefined ? [] : [parent];
      const before = { own: loads(own), above: loads(above) };
      if (type === 'Delete') items.remove(name);
      else items.put(name, { kind, fields, parent });
      const ofAbove = difference(before.above, loads(above));
      const load = sumLoads([
        [difference(before.own, loads(own)), 1],
        [ofAbove, 1],
      ]);
      return parent === undefined || !writesFlight(write)
        ? { load }
        : { load, above: { name: parent, load: ofAbove } };
    },
    committed: () => committedBy(items.owned()),
  };
}

function difference(before: readonly Load[], after: readonly Load[]): Load {
  return sumLoads([...after.map((each) => [each, 1] as const), ...before.map((each) => [each, -1] as const)]);
}

/** True for a write that adds a flight, takes one away, or moves one. */
export function writesFlight({
  subject: { kind },
  type,
  params,
}: Pick<Write, 'subject' | 'type' | 'params'>): boolean {
  const flight = kind.spending?.flight;
  return flight !== undefined && (type !== 'Update' || flight.start in params || flight.end in params);
}

function newFields(kind: Kind, params: Values, currencyOf: ExposureInput['currencyOf']): Values {
  return { ...params, currency: params['currency'] ?? currencyOf(fundingOf(kind, params)) };
}

function spends(kind: string): boolean {
  return kindNamed(kind).spending !== undefined;
}

/** The name of the record that a write acts on: by its id, or by its address where the plan creates it. */
function nameIn({ subject, type, role }: Write): string {
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
