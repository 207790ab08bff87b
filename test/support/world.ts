import { hostname } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../packages/sandbox/src/start-sandbox.ts';
import { needsOf } from '../../src/live/account-needs.ts';
import { readLive } from '../../src/live/read-live.ts';
import { createClient, type PlatformClient } from '../../src/platform/client.ts';
import { Secret } from '../../src/platform/secret.ts';
import type { DesiredDocument } from '../../src/schemas/desired.ts';
import type { LiveAccount } from '../../src/schemas/live-record.ts';
import { openStore } from '../../src/state/open-store.ts';
import type { Lease, StateSnapshot, StateStore } from '../../src/state/store.ts';
import { refuseUnlike } from './answers-by-document.ts';
import { lendSandbox, lentSandboxTime } from './lent-sandbox.ts';
import { checkLoggedAnswers, holdLog } from './logged-answers.ts';

/** A record as the sandbox holds it. */
export type Dumped = Readonly<Record<string, unknown>>;

/** One line of the sandbox's log. */
export interface Logged {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number | null;
  readonly fault: string | null;
}

const logSchema = z.array(
  z.object({
    n: z.number(),
    method: z.string(),
    path: z.string(),
    query: z.unknown().transform((query) => (typeof query === 'string' ? query : JSON.stringify(query))),
    status: z
      .number()
      .nullish()
      .transform((status) => status ?? null),
    fault: z
      .string()
      .nullish()
      .transform((fault) => fault ?? null),
  }),
);
const dumpSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** A clock of real time. */
export const realClock = {
  now: () => Date.now(),
  sleep: async (ms: number): Promise<void> => await sleep(ms),
};

export interface WorldOptions {
  /** Records beside the sandbox's default ones, by collection. */
  readonly seed?: Readonly<Record<string, readonly Dumped[]>>;
  /** How long the client lets a request take, in milliseconds; long, for a machine may be busy. */
  readonly timeoutMs?: number;
  /** Which of the sandbox's users sends the requests, by `screen_name`; the administrator unless said. */
  readonly user?: string;
  /** Where the state is kept; in memory unless said. */
  readonly state?: string;
}

/** The platform on this machine, a client for it, and a state: everything an apply needs, and hands to disturb it. */
export interface World {
  /** The sandbox's first account; its funding instrument is `hxtet`. */
  readonly accountId: string;
  readonly baseUrl: string;
  readonly client: PlatformClient;
  readonly store: StateStore;
  /** A call to the sandbox's control; `path` such as `/clock`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  seed(records: Readonly<Record<string, readonly Dumped[]>>): Promise<void>;
  /** Changes a record behind everybody's back. */
  mutate(collection: string, id: string, set: Dumped | 'remove'): Promise<void>;
  /** Faults for the requests from now on, in place of those set before. */
  faults(...rules: readonly Dumped[]): Promise<void>;
  /** Live records of a collection, deleted ones left out. */
  dump(collection: string): Promise<readonly Dumped[]>;
  /** The platform's requests so far, without control calls. */
  requests(method?: string): Promise<readonly Logged[]>;
  /** What a plan of the document would read. */
  read(document: DesiredDocument): Promise<readonly LiveAccount[]>;
  /** Takes the account's lock; a holder before it counts as a process that died. */
  acquire(): Promise<Lease>;
  snapshot(): Promise<StateSnapshot>;
  close(): Promise<void>;
}

/** Takes a new sandbox with the default seed, a client and an empty state. Close it when done. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { sandbox, giveBack } = await lendSandbox();
  const world = await worldIn(sandbox, options);
  return {
    ...world,
    close: async () => {
      await world.close();
      try {
        await checkLoggedAnswers(sandbox.ready.admin_url);
      } finally {
        await giveBack();
      }
    },
  };
}

/** Worlds one after another in one sandbox, each as new: for tests that take hundreds. */
export interface Worlds {
  /** A new world, in place of the one before. */
  create(options?: WorldOptions): Promise<World>;
  stop(): Promise<void>;
}

/** Starts the sandbox. Stop it when done. */
export async function startWorlds(): Promise<Worlds> {
  const sandbox = await startSandbox({ clock: lentSandboxTime });
  return {
    create: async (options = {}) => {
      const { admin_url: address } = sandbox.ready;
      const { unlike } = await holdLog(address);
      const answer = await fetch(`${address}/reset`, { method: 'POST' });
      if (!answer.ok) throw new Error(`the sandbox was not reset: ${await answer.text()}`);
      refuseUnlike(unlike);
      return await worldIn(sandbox, options);
    },
    stop: async () => await sandbox.stop(),
  };
}

async function worldIn({ ready }: Sandbox, options: WorldOptions): Promise<World> {
  const { timeoutMs = 10_000, state = 'sqlite::memory:' } = options;
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${ready.admin_url}${path}`, { method, headers, ...sent });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /_sandbox${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  if (options.seed !== undefined) await control('POST', '/seed', options.seed);
  const collections = async () => dumpSchema.parse(await control('GET', '/dump'));
  const user = (await collections())['users']?.find(({ screen_name }) => screen_name === options.user);
  const secret = (name: 'access_token' | 'access_token_secret'): Secret =>
    new Secret(user === undefined ? ready[name] : z.string().parse(user[name]));
  const client = createClient({
    credentials: {
      consumerKey: ready.consumer_key,
      consumerSecret: new Secret(ready.consumer_secret),
      accessToken: secret('access_token'),
      accessTokenSecret: secret('access_token_secret'),
    },
    addresses: { ads: ready.ads_base_url, adsSandbox: ready.ads_sandbox_base_url },
    version: '0.0.0',
    timeoutMs,
    clock: { now: realClock.now, sleep: async (ms) => await sleep(Math.min(ms, 20)) },
    random: () => 0.5,
  });
  const store = await openStore(state);
  const accountId = ready.accounts[0] ?? '';
  let runs = 0;
  return {
    accountId,
    baseUrl: ready.base_url,
    client,
    store,
    control,
    seed: async (records) => void (await control('POST', '/seed', records)),
    mutate: async (collection, id, set) => {
      const change = set === 'remove' ? { remove: true } : { set };
      await control('POST', '/mutate', [{ collection, id, ...change }]);
    },
    faults: async (...rules) => void (await control('PUT', '/faults', rules)),
    dump: async (collection) =>
      ((await collections())[collection] ?? []).filter(({ deleted }) => deleted !== true),
    requests: async (method) =>
      logSchema
        .parse(await control('GET', '/requests?since=0'))
        .filter((each) => method === undefined || each.method === method),
    read: async (document) => {
      const { entries, openIntents } = await store.read();
      return await readLive(client, needsOf(document, entries, openIntents));
    },
    acquire: async () => {
      runs += 1;
      const binding = { accountKey: 'acme', accountId, host: 'loopback' };
      return await store.acquire(
        { accounts: [binding], document: 'sha256:0', command: 'apply' },
        holderThatDies(`run-${runs}`),
      );
    },
    snapshot: async () => await store.read(),
    close: async () => {
      await client.close();
      await store.close();
    },
  };
}

/** This process, said to have started at another time: to the next one who asks it is dead. */
function holderThatDies(run: string): Parameters<StateStore['acquire']>[1] {
  return { run, user: 'test', machine: hostname(), pid: process.pid, processStart: '1', bootId: '' };
}
