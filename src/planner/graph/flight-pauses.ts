import type { LiveRecord } from '../../schemas/live-record.ts';
import { childKinds, kindNamed } from '../../schemas/registry.ts';
import { type DaySpan, joined, ownDays } from '../exposure/days.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { endsActive, isActive, keepsRecord, losesRecord } from '../match/outcome.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';

/**
 * Addresses of active resources that spend while anything beneath them runs, and beneath which flights both go and come
 * in one plan: between the two the resource could spend on days that neither before nor after has, so that it is paused
 * on the way. Flights that all become longer, or all become shorter, take no pause. `nowMs` is the platform's time, in
 * milliseconds since 1970.
 */
export function pausedForFlights(
  changing: readonly Subject[],
  all: readonly Subject[],
  live: LiveIndex,
  nowMs: number,
): readonly string[] {
  const moving = changing.filter(changesFlight).map((subject) => movementOf(subject, nowMs));
  const leaving = new Map(moving.map((movement) => [movement.subject.live, movement]));
  const arriving = Map.groupBy(
    moving.filter(({ subject }) => subject.verdict !== 'delete'),
    ({ subject }) => parentOf(subject.address),
  );
  const textOf = (records: readonly LiveRecord[]): string =>
    JSON.stringify(joined(records.flatMap(({ kind, fields }) => ownDays(kindNamed(kind), fields, nowMs))));
  return all
    .filter((subject) => {
      const coming = arriving.get(subject.address);
      if (coming === undefined || !spendsByChildren(subject)) return false;
      const records = flyingBeneath(subject, live);
      const going = records.flatMap((record) => leaving.get(record) ?? []);
      const staying = records.filter((record) => !leaving.has(record));
      if (going.length === 0 || (staying.length > 0 && textOf(staying) === textOf(records))) return false;
      const moved = [...coming, ...going];
      return !moved.every(({ grows }) => grows) && !moved.every(({ shrinks }) => shrinks);
    })
    .map(({ address }) => address);
}

/** How the days of a flight change: both where they stay, neither where some go and others come. */
interface Movement {
  readonly subject: Subject;
  readonly grows: boolean;
  readonly shrinks: boolean;
}

/**
 * A record that is made anew is gone between its two flights, however alike those are. What goes leaves fewer flights
 * and what comes leaves more, also where a flight is over: without any, what stands above spends on every day.
 */
function movementOf(subject: Subject, nowMs: number): Movement {
  const { verdict, live } = subject;
  if (verdict === 'replace') return { subject, grows: false, shrinks: false };
  if (live === undefined || verdict === 'delete')
    return { subject, grows: live === undefined, shrinks: live !== undefined };
  const before = ownDays(subject.kind, live.fields, nowMs);
  const after = ownDays(subject.kind, valuesAfter(subject), nowMs);
  return { subject, grows: holds(after, before), shrinks: holds(before, after) };
}

/** True where the first of two flights, of at most one span each, holds all days of the second. */
function holds([outer]: readonly DaySpan[], [inner]: readonly DaySpan[]): boolean {
  if (inner === undefined) return true;
  return outer !== undefined && outer.from <= inner.from && inner.to <= outer.to;
}

/** True where a change takes a flight away, adds one, or moves one. */
function changesFlight(subject: Subject): boolean {
  const { kind, verdict, fields } = subject;
  const flight = kind.spending?.flight;
  if (flight === undefined) return false;
  if (losesRecord(subject) || verdict === 'create') return true;
  return fields.some(({ wire }) => wire === flight.start || wire === flight.end);
}

/** True for what is active all the time, and whose own budget is spent on the days of what stands beneath it. */
function spendsByChildren(subject: Subject): boolean {
  if (!keepsRecord(subject) || !isActive(subject) || !endsActive(subject)) return false;
  const values = [{ ...subject.live?.fields }, valuesAfter(subject)];
  return values.some((fields) => subject.kind.spending?.exposure(fields, undefined) !== undefined);
}

function flyingBeneath({ kind, live: record }: Subject, live: LiveIndex): readonly LiveRecord[] {
  const flying = childKinds(kind.name).filter(({ spending }) => spending?.flight !== undefined);
  return [record]
    .filter((each) => each !== undefined)
    .flatMap((parent) => flying.flatMap((child) => live.beneath(child, parent)));
}
