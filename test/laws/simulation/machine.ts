import { hostname } from 'node:os';
import process from 'node:process';
import { createClient, type TextClient } from '../../../src/platform/client.ts';
import { Secret } from '../../../src/platform/secret.ts';
import type { Transport, WireOutcome, WireRequest } from '../../../src/platform/transport.ts';
import { requestTimeoutMs } from '../../../src/runs/session.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import type { Holder, Lease, StateStore } from '../../../src/state/store.ts';
import { randomFrom } from '../../support/worlds/random.ts';
import { documentOf } from './declared.ts';
import type { Machine } from './engine.ts';
import { plain } from './plain.ts';
import { collectionOf, credentials, type Platform } from './platform.ts';
import type { SimProcess } from './sim-process.ts';
import { clockText, type Stage } from './stage.ts';
import type { Edit, RunSpec, Trial } from './trial.ts';
import { type Unseen, Violation } from './watch.ts';

/** What a process of the run works with: everything that it reaches lies beyond its border. */
export function machineFor(stage: Stage, index: number, spec: RunSpec, simulated: SimProcess): Machine {
  const { trial } = stage;
  return {
    process: simulated,
    document: documentOf(trial, spec.document),
    store: storeFor(stage, simulated),
    client: clientFor(stage, index, simulated),
    holder: holderFor(trial, index),
    savedMs: spec.savedMs,
    savedPlanLoaded: (plan) => {
      if (movedSince(plan, stage.platform)) stage.stale.set(index, plan);
    },
  };
}

/** True where a change of a plan was computed from other values than the platform holds now. */
function movedSince({ changes }: Plan, platform: Platform): boolean {
  return changes.some(({ kind, id, precondition }) => {
    const collection = collectionOf(kind);
    if (precondition === 'absent' || id === null || collection === undefined) return false;
    if (Object.keys(precondition).length === 0) return false;
    const record = platform.get(collection, id);
    if (record === undefined || record['deleted'] === true) return true;
    return Object.entries(precondition).some(([wire, value]) => plain(record[wire]) !== plain(value));
  });
}

/** A process of this machine that is dead to whoever asks, or one of another machine, of which nobody knows. */
function holderFor({ sameMachine }: Trial, index: number): Holder {
  const base = { run: `run-${index}`, user: 'simulated', pid: process.pid, bootId: '' };
  return sameMachine
    ? { ...base, machine: hostname(), processStart: '1' }
    : { ...base, machine: `machine-${index}.invalid`, processStart: '' };
}

function clientFor(stage: Stage, run: number, simulated: SimProcess): TextClient {
  const { trial } = stage;
  const random = randomFrom(trial.seed + 7919 * (run + 1));
  const { clock } = simulated;
  const client = createClient({
    credentials: {
      ...credentials,
      consumerSecret: new Secret(credentials.consumerSecret),
      accessTokenSecret: new Secret(credentials.accessTokenSecret),
      accessToken: new Secret(credentials.accessToken),
    },
    addresses: { ads: 'http://127.0.0.1:4010', adsSandbox: 'http://127.0.0.1:4010' },
    version: '0.0.0',
    timeoutMs: requestTimeoutMs,
    clock,
    random: () => random.next(),
    transport: transportFor(stage, run, simulated),
  });
  return {
    get requests() {
      return client.requests;
    },
    get reads() {
      return client.reads;
    },
    get parallel() {
      return client.parallel;
    },
    sandbox: undefined,
    untilRoom: async (request) => await client.untilRoom(request),
    call: async (request) => await client.call(request),
    callForText: async (request) => await client.callForText(request),
    callAnywhere: async (request) => await client.callAnywhere(request),
    openStream: (request) => client.openStream(request),
    list: (request) => client.list({ ...request, count: trial.pageSize }),
    close: async () => await client.close(),
  };
}

/** What is paused is switched on by us or by others; who reads before knows nothing of the other's doing. */
function unseenOf({ what }: Edit): Unseen {
  const unseen = what === 'raise' || what === 'activate';
  return { exposure: unseen ? 100_000_000 : 0, uncapped: what === 'activate' ? 2 : 0 };
}

function transportFor(stage: Stage, run: number, simulated: SimProcess): Transport {
  const { trial, network, watch, others, options } = stage;
  let number = 0;
  const exchange = (wire: WireRequest, timeoutMs: number, answer: (outcome: WireOutcome) => void): void => {
    number += 1;
    if (!stage.quiet) {
      for (const edit of trial.edits)
        if (edit.run === run && edit.request === number)
          watch.byOthers(() => others.act(edit), unseenOf(edit));
      // Others may have put back what had changed.
      const plan = stage.stale.get(run);
      if (plan !== undefined && !movedSince(plan, stage.platform)) stage.stale.delete(run);
    }
    const fault = stage.quiet
      ? undefined
      : trial.faults.find((each) => each.run === run && each.request === number)?.effect;
    const text = `${wire.method} ${wire.url.pathname.replace(/^.*accounts\/[^/]+/, '')} ${wire.url.search} ${wire.body ?? ''}`;
    const asked = number;
    if (wire.method !== 'GET' && stage.stale.has(run))
      stage.scheduler.fail(new Violation('carried out a saved plan that was stale'));
    options.trace?.(`${clockText(stage.scheduler)} run ${run} > ${asked} ${text} ${plain(fault)}`);
    const lagMs = stage.quiet ? 0 : trial.lagMs;
    network.exchange({ wire, run, number, timeoutMs, fault, lagMs }, (outcome) => {
      const what =
        outcome.kind === 'answer' ? `${outcome.status} ${plain(outcome.body).slice(0, 300)}` : 'no answer';
      options.trace?.(`${clockText(stage.scheduler)} run ${run} < ${asked} ${what}`);
      simulated.comeBack(() => answer(outcome));
    });
    simulated.step();
  };
  return {
    send: async (wire, timeoutMs) => {
      const { promise, resolve } = Promise.withResolvers<WireOutcome>();
      // One that stands still sends what it was about to send when it goes on, if it still may.
      simulated.whenRunning(() => {
        if (wire.mayBeSent?.() === false)
          resolve({ kind: 'no-answer', sent: false, cause: new Error('its time to be sent is over') });
        else exchange(wire, timeoutMs, resolve);
      });
      return await promise;
    },
    close: async () => await Promise.resolve(),
  };
}

function storeFor(stage: Stage, simulated: SimProcess): StateStore {
  const { store, watch, options } = stage;
  return {
    ...store,
    read: async () => await simulated.cross(async () => await store.read()),
    acquire: async (start, holder) => {
      const again = async (): Promise<Lease> => watch.follow(await store.acquire(start, holder));
      const lease = leaseOf(await simulated.cross(again), simulated, stage);
      const another = async (): Promise<Lease> => leaseOf(await simulated.cross(again), simulated, stage);
      return options.lease === undefined ? lease : options.lease(lease, another);
    },
    close: async () => await Promise.resolve(),
  };
}

function leaseOf(lease: Lease, simulated: SimProcess, { options, scheduler }: Stage): Lease {
  const trace = (line: string): void => options.trace?.(`${clockText(scheduler)} ${lease.run} ${line}`);
  return {
    ...lease,
    renew: async () => await simulated.cross(async () => await lease.renew()),
    recordIntent: async (intent) =>
      await simulated.cross(async () => {
        const number = await lease.recordIntent(intent);
        trace(
          `intent ${number} ${intent.path} ${intent.operations.map(({ type, address }) => `${type} ${address}`).join(', ')}`,
        );
        return number;
      }),
    recordOutcome: async (number, accountId, outcome) =>
      await simulated.cross(async () => {
        await lease.recordOutcome(number, accountId, outcome);
        trace(`outcome ${number} ${outcome.result} ${outcome.detail ?? ''}`);
      }),
    recordEntries: async (...args) => await simulated.cross(async () => await lease.recordEntries(...args)),
    release: async () => await simulated.cross(async () => await lease.release()),
  };
}
