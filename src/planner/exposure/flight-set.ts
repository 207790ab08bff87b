import { type DaySpan, joined } from './days.ts';

/** The flights beneath one resource; equal ones are kept once with their number, as there are mostly few. */
export interface FlightSet {
  add(days: DaySpan): void;
  /** Takes out one flight that was added. */
  remove(days: DaySpan): void;
  /** The days of any of the flights, in order, without overlap. */
  days(): readonly DaySpan[];
}

/** A set without any flight. */
export function createFlightSet(): FlightSet {
  const flights = new Map<string, { readonly days: DaySpan; readonly count: number }>();
  let known: readonly DaySpan[] | undefined = [];
  const change = (days: DaySpan, by: 1 | -1): void => {
    const key = `${days.from} ${days.to}`;
    const count = (flights.get(key)?.count ?? 0) + by;
    if (count === 0) flights.delete(key);
    else flights.set(key, { days, count });
    if (count === (by === 1 ? 1 : 0)) known = undefined;
  };
  return {
    add: (days) => change(days, 1),
    remove: (days) => change(days, -1),
    days: () => {
      known ??= joined([...flights.values()].map((flight) => flight.days));
      return known;
    },
  };
}
