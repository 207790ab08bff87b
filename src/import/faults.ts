import type { LiveRecord } from '../schemas/live-record.ts';

/** What of a record cannot stand in the document. */
export interface Fault {
  /** The document's name of the field; `undefined` for the record itself. */
  readonly field?: string | undefined;
  /** One sentence without a full stop. */
  readonly reason: string;
}

/** What is wrong with records as far as it is known, by record. */
export type Faults = ReadonlyMap<LiveRecord, readonly Fault[]>;

/** Both together; `undefined` where the second says nothing new, so that trying again leads nowhere. */
export function moreFaults(known: Faults, found: Faults): Faults | undefined {
  const all = new Map(known);
  let grown = false;
  for (const [record, faults] of found) {
    const old = all.get(record) ?? [];
    const fields = faults.filter(
      ({ field }) => field !== undefined && !old.some((each) => each.field === field),
    );
    // The record itself is given up in two steps, one for each try: named by its id alone, then not at all.
    const steps = old.filter(({ field }) => field === undefined).length;
    const whole = faults.filter(({ field }) => field === undefined).slice(0, steps < 2 ? 1 : 0);
    const useful = [...fields, ...whole];
    if (useful.length === 0) continue;
    grown = true;
    all.set(record, [...old, ...useful]);
  }
  return grown ? all : undefined;
}
