import type { Kind } from '../../schemas/define-kind.ts';
import type { Activation } from '../../schemas/kind/spending.ts';
import type { Values } from '../../schemas/values.ts';
import { ownDays } from '../exposure/days.ts';
import type { Write } from '../exposure/exposure-model.ts';
import { changesByDay, type Load, loadOf, sumLoads } from '../exposure/load.ts';
import { isActive } from '../match/outcome.ts';
import type { Losing, Subject } from '../match/subject.ts';
import { valuesAtCreation, valuesLeftAlone } from '../match/values-after.ts';
import { canDelete, meansOf, singleEndpoint, type WriteType } from '../match/write-mode.ts';
import type { ChangeNeighbours } from './change-neighbours.ts';

/** What an operation is for: the operations of one resource are sent in the order `pause`, `delete`, `create`, `update`, `activate`. */
export type Role = Write['role'];

/** One write to one record; several may be needed for a change. */
export interface Operation extends Write {
  readonly number: number;
}

type Draft = Pick<Operation, 'role' | 'type' | 'params'>;

/**
 * The writes that each change takes: created PAUSED and activated last; paused before anything beneath is taken
 * away, and before a change that must not happen while it spends (docs/guides/limits-and-money.md).
 */
export function draftOperations(
  changing: readonly Subject[],
  neighbours: ChangeNeighbours,
  paused: ReadonlySet<string>,
  nowMs: number,
): readonly Operation[] {
  const operations: Operation[] = [];
  for (const subject of changing) {
    for (const draft of draftsFor(subject, neighbours, { isPaused: paused.has(subject.address), nowMs })) {
      const params = { ...parentInPath(subject, draft.type), ...draft.params };
      const number = operations.length + 1;
      operations.push({ ...draft, params, number, subject });
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

/** Whether a resource is paused on the way, and the platform's time in milliseconds since 1970. */
interface Circumstances {
  readonly isPaused: boolean;
  readonly nowMs: number;
}

function draftsFor(
  subject: Subject,
  neighbours: ChangeNeighbours,
  circumstances: Circumstances,
): readonly Draft[] {
  if (subject.verdict === 'create') return creation(subject);
  if (subject.verdict === 'delete') return removal(subject, neighbours);
  if (subject.verdict === 'replace') return [...removal(subject, neighbours), ...creation(subject)];
  return changes(subject, neighbours, circumstances);
}

function creation(subject: Subject): readonly Draft[] {
  const values = valuesAtCreation(subject);
  const activation = subject.kind.spending?.activation;
  if (activation === undefined) return [{ role: 'create', type: 'Create', params: values }];
  const create: Draft = {
    role: 'create',
    type: 'Create',
    params: { ...values, [activation.field]: activation.paused },
  };
  if (values[activation.field] !== activation.active) return [create];
  return [create, { role: 'activate', type: 'Update', params: { [activation.field]: activation.active } }];
}

function removal(subject: Losing, neighbours: ChangeNeighbours): readonly Draft[] {
  const { kind, live } = subject;
  if (!canDelete(kind, live.fields)) return [];
  const remove: Draft = { role: 'delete', type: 'Delete', params: {} };
  const activation = kind.spending?.activation;
  if (activation === undefined || !isActive(subject) || neighbours.goneBeneath(subject).length === 0)
    return [remove];
  return [pause(activation), remove];
}

function changes(
  subject: Subject,
  neighbours: ChangeNeighbours,
  { isPaused, nowMs }: Circumstances,
): readonly Draft[] {
  const changed = changedValues(subject);
  const { kind, live } = subject;
  const activation = kind.spending?.activation;
  const update: Draft = { role: 'update', type: 'Update', params: changed };
  if (activation === undefined) return [update];
  const { [activation.field]: status, ...others } = changed;
  if (status === activation.active) {
    if (Object.keys(others).length === 0 || !neighbours.hasBeneath(subject.address))
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
  return kind.updates?.sentWhole === true ? { ...wanted, ...valuesLeftAlone(subject), ...changed } : changed;
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
  const parent = { ...fields, ...kind.spending?.budgetsUnder };
  const days = ownDays(kind, fields, nowMs);
  return loadOf({ kind: kind.name, fields, parent, days }, { count: 'active' });
}

/** How the platform takes an operation of a plan. */
export function meansFor({ type, params, subject }: Operation): ReturnType<typeof meansOf> {
  const { kind, live, wanted } = subject;
  if (type === 'Delete') return meansOf(kind, type, { ...live?.fields }, false);
  if (type === 'Create') return meansOf(kind, type, params, false);
  const unsets = Object.values(params).includes(null);
  return meansOf(kind, type, { ...live?.fields, ...wanted, ...params }, unsets);
}
