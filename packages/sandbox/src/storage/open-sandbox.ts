import { setClock } from '../control/set-clock.ts';
import { createState, emptyState, type Origin, type SandboxState } from '../state/sandbox-state.ts';
import { DataFile } from './data-file.ts';
import { Keeper } from './keeper.ts';
import { restoreState } from './state-aspects.ts';

/** A sandbox whose state can be replaced by a fresh one. */
export interface Resettable {
  state: SandboxState;
  readonly origin: Origin;
  /** Keeps the state in a file, where it is to outlive the process. */
  readonly keeper?: Keeper;
}

/**
 * A sandbox from its origin: in memory, or kept in the file (made if there is none). A file that holds a sandbox
 * already goes before the origin's seed; the origin's time, where one is given, goes before the file's.
 * Throws ControlError for an origin or a file that cannot be.
 */
export async function openSandbox(origin: Origin, path: string | undefined): Promise<Resettable> {
  if (path === undefined) return { origin, state: createState(origin) };
  const file = new DataFile(path);
  try {
    const { isNew } = file;
    const state = isNew ? createState(origin) : emptyState(origin);
    if (!isNew) restoreState(state, file);
    if (origin.clock !== undefined) setClock(state.world, { now: origin.clock });
    const keeper = new Keeper(file);
    keeper.follow(state, isNew);
    await keeper.flush();
    return { origin, state, keeper };
  } catch (error) {
    file.close();
    throw error;
  }
}
