import type * as claims from '../../../src/appliers/guard-claims.ts';
import type * as resolving from '../../../src/appliers/resolve.ts';
import type * as running from '../../../src/appliers/run-steps.ts';
import type * as sending from '../../../src/appliers/send-within.ts';
import type * as stopwatches from '../../../src/appliers/stopwatch.ts';
import type * as limitGuards from '../../../src/planner/guards/limit-guards.ts';
import type * as retrying from '../../../src/platform/retry.ts';
import type * as replans from '../../../src/runs/replan.ts';
import type { Intent } from '../../../src/schemas/state-entry.ts';
import type * as leases from '../../../src/state/lease.ts';
import type { Lease } from '../../../src/state/store.ts';

/** The intent is made durable only together with its outcome. */
export function forgetfulLease(lease: Lease): Lease {
  const kept = new Map<number, Intent>();
  return {
    ...lease,
    recordIntent: async (intent) => {
      kept.set(-kept.size - 1, intent);
      return await Promise.resolve(-kept.size);
    },
    recordOutcome: async (number, accountId, outcome) => {
      const intent = kept.get(number);
      const durable = intent === undefined ? number : await lease.recordIntent(intent);
      await lease.recordOutcome(durable, accountId, outcome);
    },
  };
}

/** The outcome is recorded before there is an answer; what the answer says comes into the state later. */
export function hastyLease(lease: Lease): Lease {
  const closed = new Set<number>();
  return {
    ...lease,
    recordIntent: async (intent) => {
      const number = await lease.recordIntent(intent);
      await lease.recordOutcome(number, intent.accountId, { result: 'applied', put: [], remove: [] });
      closed.add(number);
      return number;
    },
    recordOutcome: async (number, accountId, outcome) => {
      if (closed.has(number)) await lease.recordEntries(accountId, 'answer', outcome.put, outcome.remove);
      else await lease.recordOutcome(number, accountId, outcome);
    },
  };
}

/** A write is sent again after what a read would be. */
export function retryWrites(actual: typeof retrying): typeof retrying {
  return { ...actual, decideRetry: (input) => actual.decideRetry({ ...input, method: 'GET' }) };
}

/** Of several records that fit, the first is taken. */
export function takeFirst(actual: typeof resolving): typeof resolving {
  return {
    ...actual,
    resolve: (input) => {
      const resolution = actual.resolve(input);
      if (resolution.outcome !== 'ambiguous' || resolution.candidates.length < 2) return resolution;
      const others = new Set(resolution.candidates.slice(1));
      const records = input.live.records.filter(({ id }) => !others.has(id));
      return actual.resolve({ ...input, live: { ...input.live, records } });
    },
  };
}

/** Absence counts at once. */
export function impatient(actual: typeof resolving): typeof resolving {
  return { ...actual, resolve: (input) => actual.resolve({ ...input, now: Number.MAX_SAFE_INTEGER }) };
}

/** A saved plan is carried out whatever has changed since. */
export function skipPreconditions(actual: typeof replans): typeof replans {
  const waits = { operations: new Map(), barriers: new Map(), loads: new Map() };
  return {
    ...actual,
    replan: async (_session, surveyed, saved) =>
      await Promise.resolve({
        made: { plan: saved, stateChanges: [], waits, unread: { whole: [], beneath: [], referring: [] } },
        surveyed,
      }),
  };
}

/** The lease is asked for, and any later one will do. */
export function unfenced(actual: typeof leases): typeof leases {
  const latest = new WeakMap<object, Map<string, number>>();
  return {
    ...actual,
    createLease: (backend, run, tokens) => {
      const current = latest.get(backend) ?? new Map<string, number>();
      latest.set(backend, current);
      for (const [account, token] of tokens) current.set(account, token);
      return actual.createLease(backend, run, current);
    },
  };
}

/** A request may be sent however long ago its intent was recorded. */
export function sendAnyTime(actual: typeof sending): typeof sending {
  return { ...actual, sendingTime: () => ({ lasts: () => true, isOver: false }) };
}

/** Time that passed is what the machine's clock says. */
export function countByTheClock(actual: typeof stopwatches): typeof stopwatches {
  return { ...actual, startCount: actual.startStopwatch };
}

/** Steps are carried out from the last to the first. */
export function reversed(actual: typeof running): typeof running {
  return {
    ...actual,
    runSteps: async (steps, run) => {
      for (const step of steps.toReversed()) await run(step);
    },
  };
}

/** Nobody looks again at the limit before what counts is switched on. */
export function claimAnything(actual: typeof claims): typeof claims {
  return { ...actual, guardClaims: () => async () => await Promise.resolve(new Map()) };
}

/** A document that does not fit under the limit passes. */
export function withoutLimit(actual: typeof limitGuards): typeof limitGuards {
  return { ...actual, activeCampaigns: () => [] };
}
