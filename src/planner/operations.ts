import type { Activation, Kind } from '../schemas/define-kind.ts';
import { sameValue, type Values } from '../schemas/values.ts';
import { ownDays } from './exposure/days.ts';
import { changesByDay, type Load, loadOf, sumLoads } from './exposure/load.ts';
import { canDelete, meansOf, singleEndpoint, type WriteType } from './means.ts';
import type { Subject } from './subject.ts';
import type { Surroundings } from './surroundings.ts';
import { valuesAfter, valuesAtCreation, valuesLeftAlone } from './values-after.ts';

/** What an operation is for; the order of one resource's operations is the order of this list. */
export type Role = 'pause' | 'delete' | 'create' | 'update' | 'activate';

/** One write to one record; several may be needed for a change. */
export interface Operation {
  readonly number: number;
  readonly subject: Subject;
  readonly role: Role;
  readonly type: WriteType;
  /** Wire fields to send. */
  readonly params: Values;
  /** Numbers of operations without whose success it is skipped; filled while the plan is put in order. */
  readonly requires: Set<number>;
  /** Addresses of what must be usable before it is sent; filled while the plan is put in order. */
  readonly waitsFor: Set<string>;
}

type Draft = Pick<Operation, 'role' | 'type' | 'params'>;

/**
 * The writes that each change takes: created PAUSED and activated last; paused before anything beneath is taken
 * away, and before a change that must not happen while it spends (contract, section 5.4).
 */
export function draftOperations(
  changing: readonly Subject[],
  around: Surroundings,
  paused: ReadonlySet<string>,
  nowMs: number,
): readonly Operation[] {
  const operations: Operation[] = [];
  for (const subject of changing) {
    for (const draft of draftsFor(subject, around, { isPaused: paused.has(subject.address), nowMs })) {
      const params = { ...parentInPath(subject, draft.type), ...draft.params };
      const number = operations.length + 1;
      operations.push({ ...draft, params, number, subject, requires: new Set(), waitsFor: new Set() });
    }
  }
  return operations;
}

/** The parent's id, where the path of the request holds it. */
function parentInPath({ kind, live, wanted }: Subject, type: WriteType): Values {
  if (singleEndpoint(kind, type)?.path.includes(':parent_id') !== true) return {};
  const values = type === 'Delete' ? { ...live?.fields } : { ...live?.fields, ...wanted };
  return Object.fromEntries(Object.entries(values).filter(([wire]) => wire === kind.parentField));
}

/** True where a change takes a write to the platform. */
export function isWrite({ verdict, fields, replacing }: Subject): boolean {
  // What only a new record could take is refused of one that is taken over.
  if (verdict === 'adopt') return fields.length > 0 && replacing.length === 0;
  return verdict === 'create' || verdict === 'update' || verdict === 'replace' || verdict === 'delete';
}

/** Whether a resource is paused on the way, and the platform's time in milliseconds since 1970. */
interface Circumstances {
  readonly isPaused: boolean;
  readonly nowMs: number;
}

function draftsFor(subject: Subject, around: Surroundings, circumstances: Circumstances): readonly Draft[] {
  if (subject.verdict === 'create') return creation(subject);
  if (subject.verdict === 'delete') return removal(subject, around);
  if (subject.verdict === 'replace') return [...removal(subject, around), ...creation(subject)];
  return changes(subject, around, circumstances);
}

function creation(subject: Subject): readonly Draft[] {
  const values = valuesAtCreation(subject);
  const activation = subject.kind.activation;
  if (activation === undefined) return [{ role: 'create', type: 'Create', params: values }];
  const create: Draft = {
    role: 'create',
    type: 'Create',
    params: { ...values, [activation.field]: activation.paused },
  };
  if (values[activation.field] !== activation.active) return [create];
  return [create, { role: 'activate', type: 'Update', params: { [activation.field]: activation.active } }];
}

function removal(subject: Subject, around: Surroundings): readonly Draft[] {
  const { kind, live } = subject;
  if (!canDelete(kind, { ...live?.fields })) return [];
  const remove: Draft = { role: 'delete', type: 'Delete', params: {} };
  const { activation } = kind;
  if (activation === undefined || !isActive(subject) || around.goneBeneath(subject).length === 0)
    return [remove];
  return [pause(activation), remove];
}

function changes(
  subject: Subject,
  around: Surroundings,
  { isPaused, nowMs }: Circumstances,
): readonly Draft[] {
  const changed = changedValues(subject);
  const { kind, live } = subject;
  const { activation } = kind;
  const update: Draft = { role: 'update', type: 'Update', params: changed };
  if (activation === undefined) return [update];
  const { [activation.field]: status, ...others } = changed;
  if (status === activation.active) {
    if (Object.keys(others).length === 0 || !around.hasBeneath(subject.address))
      return [{ ...activate(activation), params: changed }];
    return [{ ...update, params: others }, activate(activation)];
  }
  if (live === undefined || !isActive(subject)) return [update];
  if (status === activation.paused) return [{ ...update, role: 'pause' }];
  if (!isPaused && !mustPauseFor(kind, live.fields, changed, nowMs)) return [update];
  const between = Object.keys(changed).length > 0 ? [update] : [];
  return [pause(activation), ...between, activate(activation)];
}

/** What an update sends: what changes, or everything that is declared, where the platform may forget the rest. */
function changedValues(subject: Subject): Values {
  const { kind, fields, wanted } = subject;
  const changed = Object.fromEntries(fields.map(({ wire, after }) => [wire, after]));
  return kind.sentWhole === true ? { ...wanted, ...valuesLeftAlone(subject), ...changed } : changed;
}

function activate({ field, active }: Activation): Draft {
  return { role: 'activate', type: 'Update', params: { [field]: active } };
}

function pause({ field, paused }: Activation): Draft {
  return { role: 'pause', type: 'Update', params: { [field]: paused } };
}

/** A change frees one bounded quantity, or one day, while taking another, or the field says so. */
function mustPauseFor(kind: Kind, before: Values, changed: Values, nowMs: number): boolean {
  const wires = Object.keys(changed);
  if (Object.values(kind.fields).some((field) => field.whilePaused === true && wires.includes(field.wire)))
    return true;
  const after = ownLoad(kind, { ...before, ...changed }, nowMs);
  const effect = sumLoads([
    [after, 1],
    [ownLoad(kind, before, nowMs), -1],
  ]);
  const amounts = [...effect.counts.values(), ...changesByDay(effect.spending).map(({ daily }) => daily)];
  return new Set(amounts.map(Math.sign)).size > 1;
}

/** What a record adds under an active parent that lets its own budget count. */
function ownLoad(kind: Kind, fields: Values, nowMs: number): Load {
  const parent = { ...fields, ...kind.budgetsUnder };
  const days = ownDays(kind, fields, nowMs);
  return loadOf({ kind: kind.name, fields, parent, days }, { count: 'active' });
}

/** True while the live record of a subject may spend. */
export function isActive({ kind, live }: Subject): boolean {
  return (
    kind.activation !== undefined && sameValue(live?.fields[kind.activation.field], kind.activation.active)
  );
}

/** True where a subject would be ACTIVE once the plan is carried out. */
export function endsActive(subject: Subject): boolean {
  const { activation } = subject.kind;
  if (activation === undefined || subject.verdict === 'absent' || subject.verdict === 'ambiguous')
    return false;
  return valuesAfter(subject)[activation.field] === activation.active;
}

/** How the platform takes an operation of a plan. */
export function meansFor({ type, params, subject }: Operation): ReturnType<typeof meansOf> {
  const { kind, live, wanted } = subject;
  if (type === 'Delete') return meansOf(kind, type, { ...live?.fields }, false);
  if (type === 'Create') return meansOf(kind, type, params, false);
  const unsets = Object.values(params).includes(null);
  return meansOf(kind, type, { ...live?.fields, ...wanted, ...params }, unsets);
}
