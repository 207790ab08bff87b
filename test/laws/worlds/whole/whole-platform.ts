import { effectsOf } from '../../../../src/appliers/effects-of.ts';
import { entryAfter } from '../../../../src/appliers/entry-after.ts';
import { entryWhileReplaced, valuesOfReplacements } from '../../../../src/appliers/values-to-carry-over.ts';
import type { StateChange } from '../../../../src/planner/result/state-changes.ts';
import type { DesiredDocument } from '../../../../src/schemas/desired.ts';
import type { LiveAccount, LiveRecord } from '../../../../src/schemas/live-record.ts';
import type { Plan, PlannedOperation } from '../../../../src/schemas/plan.ts';
import { allKinds, kindNamed } from '../../../../src/schemas/registry.ts';
import type { IntendedOperation, StateEntry } from '../../../../src/schemas/state-entry.ts';
import { isIdOf, type Value, type Values } from '../../../../src/schemas/values.ts';
import { wholeAccount } from './whole-document.ts';
import { wholeNow } from './whole-spec.ts';

/** A plain record of the model. */
export interface Plain {
  readonly id: string;
  readonly kind: string;
  readonly fields: Values;
  /** When it was last changed, as the platform shows it. */
  readonly updatedAt: string;
}

type Remembered = Pick<PlannedOperation, 'operation' | 'operation_type' | 'address'> &
  Pick<IntendedOperation, 'kind' | 'id' | 'params' | 'entry'>;

const firstMoment = Date.parse('2026-08-01T00:00:00Z');
/** How long after it was recorded a request may take effect. */
const sendWithinMs = 60_000;

const complete = allKinds.map(({ name }) => name);
const emptyByKind = new Map<string, Values>();

/** Every field of a kind as the platform answers it when it was never set. */
function emptyOf(kind: string): Values {
  const known =
    emptyByKind.get(kind) ??
    Object.fromEntries(Object.values(kindNamed(kind).fields).map(({ wire }) => [wire, null]));
  emptyByKind.set(kind, known);
  return known;
}

function shownLive(record: Plain): LiveRecord {
  return { ...record, accountId: wholeAccount, deleted: false };
}

/** A platform with a state beside it: it carries out operations, deletes what stands beneath, and is copied cheaply. */
export class WholePlatform {
  readonly #records: Map<string, Plain>;
  readonly #entries: Map<string, StateEntry>;
  #switchedOn: ReadonlySet<string> = new Set();
  readonly #applied: Map<string, Values>;
  #replaced: ReadonlyMap<string, StateEntry> = new Map();
  #replacements: ReadonlyMap<string, Values> = new Map();
  readonly #ids: Map<string, string>;
  #next: number;
  /** Seconds that went by: one with each change. */
  #seconds: number;

  constructor(from?: WholePlatform) {
    this.#records = new Map(from?.records ?? []);
    this.#entries = new Map(from === undefined ? [] : from.#entries);
    this.#applied = new Map(from === undefined ? [] : from.#applied);
    this.#ids = new Map(from === undefined ? [] : from.#ids);
    this.#next = from === undefined ? 1 : from.#next;
    this.#seconds = from === undefined ? 0 : from.#seconds;
    if (from !== undefined) return;
    for (const [id, currency] of [
      ['fiu', 'USD'],
      ['fie', 'EUR'],
    ] as const)
      this.#put({ id, kind: 'funding_instrument', fields: { type: 'CREDIT_LINE', currency } });
  }

  get records(): ReadonlyMap<string, Plain> {
    return this.#records;
  }

  get entries(): readonly StateEntry[] {
    return [...this.#entries.values()];
  }

  /** What was ever recorded as applied, by id: the model's own memory, whatever the entries keep. */
  get everApplied(): ReadonlyMap<string, Values> {
    return new Map(this.#applied);
  }

  /** Makes a record; what is not given is null. Returns its id. */
  make(kind: string, fields: Values): string {
    const id = `r${this.#next++}`;
    this.#put({ id, kind, fields: this.#shown({ ...emptyOf(kind), ...fields }) });
    return id;
  }

  /** Changes fields of a record. */
  change(id: string, fields: Values): void {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`record ${id} does not exist`);
    this.#put({ ...record, fields: this.#shown({ ...record.fields, ...fields }) });
  }

  /** Deletes a record with all that stands beneath it. */
  delete(id: string): void {
    if (!this.#records.delete(id)) throw new Error(`record ${id} does not exist`);
    for (const { id: other, fields } of this.#records.values())
      if ((fields['campaign_id'] === id || fields['line_item_id'] === id) && this.#records.has(other))
        this.delete(other);
  }

  live(): LiveAccount[] {
    const records = [...this.#records.values()].map(shownLive);
    return [{ accountId: wholeAccount, complete, records, readAt: Date.parse(wholeNow) }];
  }

  /** Takes the name of a project out of the entries, as if they had been written before there were projects. */
  forgetProject(name: string): void {
    for (const [address, { project, ...entry }] of this.#entries)
      if (project === name) this.#entries.set(address, entry);
  }

  /** What an apply records before it sends anything. */
  recordChanges(changes: readonly StateChange[]): void {
    for (const { put, remove } of changes) {
      for (const address of remove) this.#entries.delete(address);
      for (const entry of put) this.#record(entry);
    }
  }

  /** Forgets which records addresses stand for: those that the plan creates have none until then. */
  beginRun(plan: Pick<Plan, 'changes' | 'steps'>): void {
    const operations = plan.steps.flatMap((step) => step.operations);
    this.#switchedOn = new Set(
      operations.filter(({ params }) => params['entity_status'] === 'ACTIVE').map(({ address }) => address),
    );
    this.#replaced = new Map(this.#entries);
    this.#replacements = valuesOfReplacements(plan);
    this.#ids.clear();
    for (const { address, id } of this.#entries.values()) this.#ids.set(address, id);
    for (const { address, operation_type: type } of operations)
      if (type === 'Create') this.#ids.delete(address);
  }

  /** Carries out one operation and remembers it as an apply does. */
  carryOut(operation: PlannedOperation, document: DesiredDocument): void {
    const { address, operation_type: type, id } = operation;
    const previous = this.#entries.get(address);
    if (type === 'Delete') {
      if (id === null) throw new Error(`nothing to delete at ${address}`);
      this.delete(id);
      const resource = document.resources.find((each) => each.address === address);
      const entry = entryWhileReplaced(previous, resource, this.#replacements.get(address));
      this.#remember({ ...operation, kind: previous?.kind ?? '', id, params: {}, entry }, undefined);
      return;
    }
    const params = Object.fromEntries(
      Object.entries(operation.params).map(([wire, value]) => [wire, this.#resolved(value)] as const),
    );
    const resource = document.resources.find((each) => each.address === address);
    const kind = resource?.kind ?? previous?.kind;
    if (kind === undefined) throw new Error(`${address} is neither declared nor remembered`);
    const latestMs = this.#now() + sendWithinMs;
    const acting = type === 'Create' ? this.#created(kind, params) : (id ?? this.#ids.get(address) ?? '');
    if (type === 'Update') this.change(acting, params);
    this.#ids.set(address, acting);
    // Where something is deleted first, its entry is gone by now.
    const replaced = previous === undefined ? this.#replaced.get(address) : undefined;
    const known = { type, address, replaced, kind, accountKey: 'acme', accountId: wholeAccount, id: acting };
    const isSwitchedOn = this.#switchedOn.has(address);
    const entry = entryAfter({ ...known, params, previous, resource, isSwitchedOn, latestMs }) ?? null;
    this.#remember({ ...operation, kind, id: acting, params, entry }, this.#records.get(acting));
  }

  #remember(
    { operation, operation_type: type, address, kind, id, params, entry }: Remembered,
    record: Plain | undefined,
  ): void {
    const done = { operation, type, address, kind, id, params, known: [], entry };
    const live = record && shownLive(record);
    const { put, remove } = effectsOf([{ operation: done, record: live }], this.#entries);
    for (const gone of remove) this.#entries.delete(gone);
    for (const each of put) this.#record(each);
  }

  #record(entry: StateEntry): void {
    this.#entries.set(entry.address, entry);
    this.#applied.set(entry.id, { ...this.#applied.get(entry.id), ...entry.answered });
  }

  #created(kind: string, sent: Values): string {
    const parent = sent[kindNamed(kind).parentField ?? ''];
    if (typeof parent === 'string' && kind !== 'campaign' && !this.#records.has(parent))
      throw new Error(`a ${kind} is created under ${parent}, which does not exist`);
    return this.make(kind, sent);
  }

  #put(record: Omit<Plain, 'updatedAt'>): void {
    this.#seconds += 1;
    this.#records.set(record.id, { ...record, updatedAt: new Date(this.#now()).toISOString() });
  }

  /** Milliseconds since 1970. */
  #now(): number {
    return firstMoment + this.#seconds * 1000;
  }

  /** A record with the currency that the platform shows beside it. */
  #shown(fields: Values): Values {
    const { funding_instrument_id: instrument, campaign_id: campaign } = fields;
    const payer = typeof instrument === 'string' ? instrument : campaign;
    if (typeof payer !== 'string') return fields;
    return { ...fields, currency: this.#records.get(payer)?.fields['currency'] ?? null };
  }

  #resolved(value: Value): Value {
    if (!isIdOf(value)) return value;
    const id = this.#ids.get(value.id_of);
    if (id === undefined) throw new Error(`${value.id_of} is used before it exists`);
    return id;
  }
}
