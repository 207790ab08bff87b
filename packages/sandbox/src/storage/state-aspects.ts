import { z } from 'zod';
import { FaultBook, keptFaultsSchema } from '../control/faults.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { isFields } from '../value.ts';
import type { Limits } from '../world/limits.ts';
import type { DataFile } from './data-file.ts';

const numbers = z.record(z.string(), z.number());
const clockSetting = z.object({ offset_ms: z.number().optional(), frozen_at: z.number().optional() });
const limits = z.custom<Partial<Limits>>(isFields);

/** What a data file keeps beside the records, by name. The log, the peaks and the rate windows begin anew. */
export function aspectsOf({ instance, world, faults }: SandboxState): Readonly<Record<string, unknown>> {
  return {
    instance,
    ids: world.ids.counters,
    places: world.store.places,
    clock: world.clock.setting,
    limits: world.limits,
    faults: faults.kept,
  };
}

/** Brings an empty state to where the file says that it stood. Throws for a file that cannot be understood. */
export function restoreState(state: SandboxState, file: DataFile): void {
  const { world } = state;
  for (const collection of world.store.names)
    for (const cell of file.cells(collection)) world.store.load(collection, cell);
  state.instance = z.string().default(state.instance).parse(file.aspect('instance'));
  world.ids.resume(numbers.parse(file.aspect('ids')));
  world.store.skipPlaces(numbers.parse(file.aspect('places')));
  world.clock.resume(clockSetting.parse(file.aspect('clock')));
  world.limits = { ...world.limits, ...limits.parse(file.aspect('limits')) };
  state.faults = FaultBook.from(keptFaultsSchema.parse(file.aspect('faults')));
  world.store.remember(state.faults.lagMs);
  world.figures.forgetPeaks();
}
