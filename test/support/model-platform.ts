import type { DesiredDocument } from '../../src/schemas/desired.ts';
import type { LiveAccount, LiveRecord } from '../../src/schemas/live-record.ts';
import type { PlannedOperation, Step } from '../../src/schemas/plan.ts';
import { allKinds, kindNamed } from '../../src/schemas/registry.ts';
import type { StateEntry } from '../../src/schemas/state-entry.ts';
import { isIdOf, type Value, type Values } from '../../src/schemas/values.ts';

/** The figures of the account, counted by this model's own rules and not by the planner's. */
export interface Figures {
  readonly activeCampaigns: number;
  readonly activeLineItems: number;
  readonly exposure: number;
  readonly uncapped: number;
}

/** The days on which what can be spent may change: that of the plans, and those on which flights begin or end. */
const days = ['11-20', '12-01', '12-06', '12-11', '12-21', '12-31']
  .map((day) => `2026-${day}`)
  .concat('2027-01-01', '2027-01-31');

/** True where a flight of whole days holds the day; times that are not given are no bound. */
function runsOn({ start_time: start, end_time: end }: Values, day: string): boolean {
  const midnight = `${day}T00:00:00Z`;
  return (typeof start !== 'string' || start <= midnight) && (typeof end !== 'string' || midnight < end);
}

/** A platform in a few lines, for the planner's laws: it carries out operations and counts. */
export class ModelPlatform {
  readonly #accountId: string;
  readonly #records = new Map<string, { kind: string; fields: Values }>();
  readonly #idByAddress = new Map<string, string>();
  readonly #entries = new Map<string, StateEntry>();
  #next = 1;

  constructor(accountId: string) {
    this.#accountId = accountId;
    for (const id of ['fi1', 'fi2'])
      this.#records.set(id, { kind: 'funding_instrument', fields: { currency: 'USD' } });
  }

  /** Makes a record that adsync does not know. */
  make(kind: string, fields: Values): string {
    const id = `r${this.#next++}`;
    this.#records.set(id, { kind, fields: { currency: 'USD', ...fields } });
    return id;
  }

  get entries(): readonly StateEntry[] {
    return [...this.#entries.values()];
  }

  live(): LiveAccount[] {
    const records = [...this.#records].map(
      ([id, { kind, fields }]): LiveRecord => ({
        kind,
        accountId: this.#accountId,
        id,
        fields,
        deleted: false,
        updatedAt: undefined,
      }),
    );
    return [
      {
        accountId: this.#accountId,
        complete: allKinds.map(({ name }) => name),
        records,
        readAt: 0,
      },
    ];
  }

  /** Carries out one operation and records it, as an apply would. */
  carryOut(step: Step, operation: PlannedOperation, document: DesiredDocument): void {
    const resource = document.resources.find(({ address }) => address === operation.address);
    const entry = this.#entries.get(operation.address);
    const params = Object.fromEntries(
      Object.entries(operation.params).map(([wire, value]) => [wire, this.#resolved(value)]),
    );
    if (operation.operation_type === 'Delete') {
      if (operation.id === null || !this.#records.delete(operation.id))
        throw new Error(`nothing to delete at ${operation.address}`);
      this.#entries.delete(operation.address);
      return;
    }
    const kind = operation.operation_type === 'Create' ? (resource?.kind ?? '') : (entry?.kind ?? '');
    const id =
      operation.operation_type === 'Create'
        ? this.make(kind, nullsFor(kind))
        : (operation.id ?? this.#idByAddress.get(operation.address) ?? '');
    const record = this.#records.get(id);
    if (record === undefined)
      throw new Error(`step ${step.step} acts on ${operation.address}, which does not exist`);
    this.#records.set(id, { ...record, fields: { ...record.fields, ...params } });
    this.#idByAddress.set(operation.address, id);
    const sent = Object.entries(managedOf(kind, params)).filter(
      // What an update sends beside what is declared, such as a pause on the way, is not.
      ([wire]) => operation.operation_type === 'Create' || Object.hasOwn(resource?.fields ?? {}, wire),
    );
    const unset = Object.entries(resource?.fields ?? {}).filter(([, value]) => value === null);
    const declared = {
      ...(operation.operation_type === 'Create' ? Object.fromEntries(unset) : entry?.declared),
      ...Object.fromEntries(sent),
    };
    this.#entries.set(operation.address, {
      address: operation.address,
      kind,
      accountKey: 'acme',
      accountId: this.#accountId,
      id,
      origin: 'created',
      declared,
      answered: declared,
      file: 'campaigns.yaml',
      preventDestroy: false,
    });
  }

  record(put: readonly StateEntry[], remove: readonly string[]): void {
    for (const address of remove) this.#entries.delete(address);
    for (const entry of put) this.#entries.set(entry.address, entry);
    for (const entry of put) this.#idByAddress.set(entry.address, entry.id);
  }

  /** The records of a kind by id. */
  recordsOf(kind: string): ReadonlyMap<string, Values> {
    const own = [...this.#records].filter(([, record]) => record.kind === kind);
    return new Map(own.map(([id, { fields }]) => [id, fields]));
  }

  figures(mode: 'active' | 'not_deleted'): Figures {
    const records = [...this.#records.values()];
    const campaigns = records.filter(({ kind }) => kind === 'campaign');
    const items = records.filter(({ kind }) => kind === 'line_item');
    const spending: { readonly daily: Value | undefined; readonly flights: readonly Values[] }[] = [];
    for (const [id, { kind, fields }] of this.#records) {
      if (kind !== 'campaign' || fields['entity_status'] !== 'ACTIVE') continue;
      const own = items.filter((item) => item.fields['campaign_id'] === id).map((item) => item.fields);
      if (fields['budget_optimization'] === 'CAMPAIGN')
        spending.push({
          daily: fields['daily_budget_amount_local_micro'],
          flights: own.length > 0 ? own : [{}],
        });
      else
        for (const item of own.filter((each) => each['entity_status'] === 'ACTIVE'))
          spending.push({ daily: item['daily_budget_amount_local_micro'], flights: [item] });
    }
    const active = campaigns.filter(({ fields }) => fields['entity_status'] === 'ACTIVE');
    return {
      activeCampaigns: mode === 'active' ? active.length : campaigns.length,
      activeLineItems: items.filter(({ fields }) => fields['entity_status'] === 'ACTIVE').length,
      exposure: Math.max(
        ...days.map((day) =>
          spending
            .filter(({ flights }) => flights.some((flight) => runsOn(flight, day)))
            .reduce((total, { daily }) => total + (typeof daily === 'number' ? daily : 0), 0),
        ),
      ),
      uncapped: spending.filter(
        ({ daily, flights }) =>
          typeof daily !== 'number' && days.some((day) => flights.some((flight) => runsOn(flight, day))),
      ).length,
    };
  }

  #resolved(value: Value): Value {
    if (!isIdOf(value)) return value;
    const id = this.#idByAddress.get(value.id_of);
    if (id === undefined) throw new Error(`${value.id_of} is used before it exists`);
    return id;
  }
}

/** Every field of a kind as the platform answers it when it was never set. */
function nullsFor(kind: string): Values {
  return Object.fromEntries(Object.values(kindNamed(kind).fields).map((field) => [field.wire, null]));
}

/** The parameters that are fields of the kind; the parent's id is not. */
function managedOf(kind: string, params: Values): Values {
  const wires = new Set(Object.values(kindNamed(kind).fields).map((field) => field.wire));
  return Object.fromEntries(Object.entries(params).filter(([wire]) => wires.has(wire)));
}
