import type { LiveRecord } from '../../schemas/live-record.ts';
import { childKinds, kindNamed } from '../../schemas/registry.ts';
import type { LiveIndex } from '../live-index.ts';
import { endsActive, isActive } from '../operations.ts';
import { keepsRecord, parentOf, type Subject } from '../subject.ts';
import { losesRecord } from '../surroundings.ts';
import { joined, ownDays } from './days.ts';

/**
 * Addresses of active resources that spend while anything beneath them runs, and beneath which flights both go and come
 * in one plan: between the two the resource could spend on days that neither before nor after has, so that it is paused
 * on the way. `nowMs` is the platform's time, in milliseconds since 1970.
 */
export function pausedForFlights(
  changing: readonly Subject[],
  all: readonly Subject[],
  live: LiveIndex,
  nowMs: number,
): readonly string[] {
  const moving = changing.filter(changesFlight);
  const leaving = new Set(moving.map((subject) => subject.live));
  const arriving = new Set(
    moving.filter(({ verdict }) => verdict !== 'delete').map(({ address }) => parentOf(address)),
  );
  const daysOf = (records: readonly LiveRecord[]): string =>
    JSON.stringify(joined(records.flatMap(({ kind, fields }) => ownDays(kindNamed(kind), fields, nowMs))));
  return all
    .filter(({ address }) => arriving.has(address))
    .filter((subject) => {
      const records = flyingBeneath(subject, live);
      const staying = records.filter((record) => !leaving.has(record));
      if (staying.length === records.length) return false;
      return staying.length === 0 || daysOf(staying) !== daysOf(records);
    })
    .map(({ address }) => address);
}

/** True where a change takes a flight away, adds one, or moves one. */
function changesFlight(subject: Subject): boolean {
  const { kind, verdict, fields } = subject;
  const { flight } = kind;
  if (flight === undefined) return false;
  if (losesRecord(subject) || verdict === 'create') return true;
  return fields.some(({ wire }) => wire === flight.start || wire === flight.end);
}

function staysActive(subject: Subject): boolean {
  return keepsRecord(subject) && isActive(subject) && endsActive(subject);
}

/** Live records with a flight beneath a resource that is active all the time. */
function flyingBeneath(subject: Subject, live: LiveIndex): readonly LiveRecord[] {
  const { kind, live: record } = subject;
  if (record === undefined || !staysActive(subject)) return [];
  return childKinds(kind.name)
    .filter(({ flight }) => flight !== undefined)
    .flatMap((child) => live.beneath(child, record));
}
