import type { Plan } from '../../../src/schemas/plan.ts';
import { openStore } from '../../../src/state/open-store.ts';
import type { Lease, StateStore } from '../../../src/state/store.ts';
import { createNetwork, type Network } from './network.ts';
import { createOthers, type Others } from './others.ts';
import { createPlatform, type Platform } from './platform.ts';
import type { Scheduler } from './scheduler.ts';
import type { Trial } from './trial.ts';
import { createWatch, type Watch } from './watch.ts';

/** A bug that a test plants. */
export interface Tamper {
  /** Stands between the program and the lease. */
  readonly lease?: (lease: Lease, again: () => Promise<Lease>) => Lease;
}

export interface TrialOptions extends Tamper {
  /** Told what happens, line by line. */
  readonly trace?: (line: string) => void;
}

/** Everything of a trial while it lasts. */
export interface Stage {
  readonly trial: Trial;
  readonly options: TrialOptions;
  readonly scheduler: Scheduler;
  readonly platform: Platform;
  readonly store: StateStore;
  readonly watch: Watch;
  readonly others: Others;
  readonly network: Network;
  readonly ends: string[];
  readonly steps: number[];
  requests: number;
  /** Runs of saved plans that something has changed for since: they may send no write. */
  readonly stale: Map<number, Plan>;
  /** Set when faults and other people's edits are over. */
  quiet: boolean;
}

/** Sets up all that a trial needs. */
export async function setStage(trial: Trial, options: TrialOptions, scheduler: Scheduler): Promise<Stage> {
  const platform = createPlatform(trial);
  const readsLag = trial.lagMs > 0 || trial.faults.some(({ effect }) => effect.kind === 'stale');
  const watch = createWatch(platform, readsLag, (violation) => scheduler.fail(violation));
  const store = await openStore('sqlite::memory:', { mode: 'write', now: () => Math.trunc(scheduler.now()) });
  return {
    trial,
    options,
    scheduler,
    platform,
    store,
    watch,
    others: createOthers(platform, () => watch.open.values()),
    network: createNetwork(trial, scheduler, platform, ({ method, url }) => {
      if (method === 'GET') watch.listed(url.pathname.split('/').at(-1) ?? '');
      watch.check();
    }),
    ends: [],
    steps: [],
    requests: 0,
    stale: new Map(),
    quiet: false,
  };
}

/** The time of day in the simulation, for traces. */
export function clockText(scheduler: Scheduler): string {
  return new Date(scheduler.now()).toISOString().slice(11, 23);
}
