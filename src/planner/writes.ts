import type { BatchSize } from './batch-size.ts';
import type { OnTheWay } from './changes.ts';
import { wireDependencies } from './dependencies.ts';
import { pausedForFlights } from './exposure/flight-pauses.ts';
import type { LiveIndex } from './live-index.ts';
import { draftOperations, isWrite, type Operation } from './operations.ts';
import { planSetChanges, type SetChanges, withPaused } from './restrict.ts';
import { orderSiblings } from './siblings.ts';
import type { Subject } from './subject.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { findUnusable, type Unusable, waitsOf } from './usable.ts';

/** What the platform is to be asked for, before it is scheduled. */
export interface Writes {
  /** The subjects of the plan: those chosen, and what is paused for them. */
  readonly subjects: readonly Subject[];
  readonly around: Surroundings;
  readonly operations: readonly Operation[];
  readonly bundles: SetChanges['bundles'];
  readonly onTheWay: OnTheWay;
  readonly unusable: readonly Unusable[];
}

/**
 * The operations that the chosen subjects take, each with all that it requires. `nowMs` is the platform's time, in
 * milliseconds since 1970.
 */
export function planWrites(
  all: readonly Subject[],
  chosen: readonly Subject[],
  sizeOf: BatchSize,
  live: LiveIndex,
  nowMs: number,
): Writes {
  const writing = chosen.filter(isWrite);
  const { paused: restricted, bundles } = planSetChanges(writing, all, sizeOf);
  const paused = new Set([...restricted, ...pausedForFlights(writing, all, live, nowMs)]);
  const subjects = withPaused(all, chosen, paused);
  const changing = subjects.filter((subject) => isWrite(subject) || paused.has(subject.address));
  const around = surroundingsOf(changing);
  const operations = draftOperations(changing, around, paused, nowMs);
  wireDependencies(operations, around);
  const unusable = findUnusable(operations, subjects, live);
  orderSiblings(operations, bundles);
  return {
    subjects,
    around,
    operations,
    bundles,
    onTheWay: { paused, waits: waitsOf(operations) },
    unusable,
  };
}
