import type { LiveIndex } from '../match/live-index.ts';
import { isWrite } from '../match/outcome.ts';
import type { Subject } from '../match/subject.ts';
import type { BatchSize } from './batch-size.ts';
import { sharedInBundles } from './bundle-requirements.ts';
import { type ChangeNeighbours, neighboursOf } from './change-neighbours.ts';
import { dependencyEdges } from './dependencies.ts';
import type { Edge, UsableWait } from './edges.ts';
import { pausedForFlights } from './flight-pauses.ts';
import { draftOperations, type Operation } from './operations.ts';
import { findReadiness, type Unusable } from './readiness.ts';
import { planSetChanges, type SetChanges, withPaused } from './set-changes.ts';
import { siblingEdges } from './sibling-order.ts';

/** Operations, and what each waits for. */
export interface Graph {
  /** Numbered from 1, in their order. */
  readonly operations: readonly Operation[];
  readonly edges: readonly Edge[];
  readonly usable: readonly UsableWait[];
}

/** What the platform is to be asked for, before it is scheduled. */
export interface Writes {
  /** The subjects of the plan: those chosen, and what is paused for them. */
  readonly subjects: readonly Subject[];
  readonly neighbours: ChangeNeighbours;
  readonly graph: Graph;
  readonly bundles: SetChanges['bundles'];
  /** Addresses of active resources that are paused on the way to their change. */
  readonly paused: ReadonlySet<string>;
  readonly unusable: readonly Unusable[];
}

/**
 * The operations that the chosen subjects take, and what each waits for. `nowMs` is the platform's time, in
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
  const neighbours = neighboursOf(changing);
  const operations = draftOperations(changing, neighbours, paused, nowMs);
  const readiness = findReadiness(operations, subjects, live);
  const edges = [
    ...dependencyEdges(operations, neighbours),
    ...readiness.edges,
    ...siblingEdges(operations, bundles),
  ];
  const waits = sharedInBundles({ edges, usable: readiness.waits }, operations, bundles);
  return {
    subjects,
    neighbours,
    graph: { operations, ...waits },
    bundles,
    paused,
    unusable: readiness.unusable,
  };
}
