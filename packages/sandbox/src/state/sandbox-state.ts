import { randomUUID } from 'node:crypto';
import { CallCounter } from '../auth/call-counter.ts';
import { resources } from '../catalog/registry.ts';
import { defaultApps, defaultSeed, defaultUsers } from '../control/default-seed.ts';
import { FaultBook } from '../control/faults.ts';
import { RateBook } from '../control/rate-book.ts';
import { RequestLog } from '../control/request-log.ts';
import { addSeed, type SeedRecords } from '../control/seed.ts';
import { setClock } from '../control/set-clock.ts';
import { WaitingRoom } from '../control/waiting-room.ts';
import { StreamHub } from '../data/stream-hub.ts';
import type { Profile } from '../engine/endpoint.ts';
import { NonceBook } from '../oauth/nonce-book.ts';
import type { SigningRules } from '../oauth/verify-signature.ts';
import { systemNow } from '../store/system-now.ts';
import { createWorld, type World } from '../world/world.ts';

/** What a sandbox starts from, and goes back to. */
export interface Origin {
  /** The default seed unless given. */
  readonly seed?: SeedRecords;
  /** The time at the start: a text that the platform takes for a time. Real time unless given. */
  readonly clock?: string;
  /** `public` unless given. */
  readonly profile?: Profile;
}

/** Everything about a sandbox that a reset brings back to its origin. */
export interface SandboxState {
  /** Tells this sandbox from any other, and from itself after a reset; the same as long as its records are kept. */
  instance: string;
  readonly world: World;
  readonly log: RequestLog;
  readonly rates: RateBook;
  /** The nonces of late; real time, so that they are no part of the world. */
  readonly nonces: NonceBook;
  readonly authCalls: CallCounter;
  /** Open streams, and calls to webhooks. */
  readonly streams: StreamHub;
  readonly profile: Profile;
  /** Requests that are made to wait, or are still to be carried out. */
  readonly waiting: WaitingRoom;
  faults: FaultBook;
}

/** A fresh state from the origin. Throws ControlError for a seed or a time that cannot be. */
export function createState(origin: Origin): SandboxState {
  const state = emptyState(origin);
  const { world } = state;
  if (origin.clock !== undefined) setClock(world, { now: origin.clock });
  addSeed(world, withUsers(withApps(origin.seed ?? defaultSeed)));
  world.figures.forgetPeaks();
  return state;
}

/** A state without any record, at real time. */
export function emptyState(origin: Origin): SandboxState {
  const world = createWorld(resources);
  // Curated categories are held against targeting, which the calls of the documentation alone cannot set.
  if (origin.profile === 'reference') world.limits = { ...world.limits, curated_categories: 'free' };
  return {
    instance: randomUUID(),
    world,
    log: new RequestLog(),
    rates: new RateBook(),
    nonces: new NonceBook(),
    authCalls: new CallCounter(),
    streams: new StreamHub(),
    profile: origin.profile ?? 'public',
    waiting: new WaitingRoom(),
    faults: new FaultBook([]),
  };
}

// Without an application nobody could sign a request.
function withApps(seed: SeedRecords): SeedRecords {
  return (seed['apps'] ?? []).length > 0 ? seed : { ...seed, apps: defaultApps };
}

// Without users nobody could sign a request. The default's are given no accounts but those that are nobody else's.
function withUsers(seed: SeedRecords): SeedRecords {
  if ((seed['users'] ?? []).length > 0) return seed;
  return { ...seed, users: (defaultUsers ?? []).slice(0, 1).map((user) => ({ ...user, accounts: {} })) };
}

/** What signatures are held against now. */
export function signingRules({ world, nonces }: SandboxState): SigningRules {
  const { nonce_replay: replay, timestamp_window_seconds: windowSeconds } = world.limits.oauth;
  return { nowMs: systemNow(), windowSeconds, ...(replay === 'refuse' ? { nonces } : {}) };
}
