import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import type { ApplyResult } from '../../../src/appliers/apply-result.ts';
import { loadDocument } from '../../../src/config/load-document.ts';
import { createClient, type TextClient } from '../../../src/platform/client.ts';
import { Secret } from '../../../src/platform/secret.ts';
import { execute } from '../../../src/runs/apply.ts';
import { planFully } from '../../../src/runs/plan-fully.ts';
import { bindingsOf } from '../../../src/runs/scope.ts';
import type { Session } from '../../../src/runs/session.ts';
import { planFrom, surveyLocked } from '../../../src/runs/survey.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import { openStore } from '../../../src/state/open-store.ts';
import type { StateStore } from '../../../src/state/store.ts';
import { exampleRoles, exampleWorld } from '../../laws/kinds/example-world.ts';
import { silentRun } from '../../support/silent-run.ts';
import { waitingClock } from '../../support/waiting-clock.ts';

export type Dumped = Readonly<Record<string, unknown>>;

export interface Logged {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly fault: string | null;
  readonly effect_applied: boolean;
  readonly operations: number;
}

/** What one apply gave, and the requests that it sent. */
export interface Applied {
  readonly plan: Plan;
  readonly result: ApplyResult;
  readonly log: readonly Logged[];
}

/** The platform, a state that is new after each reset, and the program's own way through an apply, whose waits take no time. */
export interface FaultBench {
  reset(user: string | undefined): Promise<void>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  apply(document: object): Promise<Applied>;
  dump(): Promise<Readonly<Record<string, readonly Dumped[]>>>;
  readonly stop: () => Promise<void>;
}

const dumpSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const logSchema = z.array(
  z.object({
    n: z.number(),
    method: z.string(),
    path: z.string(),
    fault: z.string().nullable(),
    effect_applied: z.boolean(),
    operations: z.number(),
  }),
);
/** Longer than the sandbox takes for any request that it answers, and shorter than it hangs. */
const timeoutMs = 700;

/** Starts the platform; stop it when done. */
export async function startFaultBench(): Promise<FaultBench> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-faults-'));
  const sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
  const { ready } = sandbox;
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${ready.admin_url}/${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const dump = async () => dumpSchema.parse(await control('GET', 'dump'));
  const clock = waitingClock(
    async (ms) => void (await control('PUT', 'clock', { advance_seconds: Math.ceil(ms / 1000) })),
  );
  let opened: { readonly client: TextClient; readonly store: StateStore } | undefined;
  let runs = 0;
  /** The number of the last request before the latest run. */
  let last = 0;
  const requests = async () => logSchema.parse(await control('GET', `requests?since=${last}`));
  const close = async (): Promise<void> => {
    await opened?.client.close();
    await opened?.store.close();
  };
  await writeFile(join(folder, 'buyers.csv'), 'email\na@example.com\nb@example.com\n');
  await writeFile(join(folder, 'more-buyers.csv'), 'email\na@example.com\nc@example.com\n');
  return {
    control,
    dump,
    stop: async () => {
      await close();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
    reset: async (user) => {
      await close();
      await control('POST', 'reset');
      last = 0;
      await control('PUT', 'faults', []);
      await control('PUT', 'limits', { rate_limits: 'off', oauth: { timestamp_window_seconds: 10_000_000 } });
      await control('POST', 'seed', exampleWorld);
      await control('POST', 'mutate', exampleRoles);
      const record = (await dump())['users']?.find(({ id }) => id === user);
      const token = (name: 'access_token' | 'access_token_secret'): Secret =>
        new Secret(record === undefined ? ready[name] : z.string().parse(record[name]));
      const client = createClient({
        credentials: {
          consumerKey: ready.consumer_key,
          consumerSecret: new Secret(ready.consumer_secret),
          accessToken: token('access_token'),
          accessTokenSecret: token('access_token_secret'),
        },
        addresses: { ads: ready.ads_base_url, adsSandbox: ready.ads_sandbox_base_url },
        version: '0.0.0',
        timeoutMs,
        clock,
        random: () => 0.5,
      });
      opened = { client, store: await openStore('sqlite::memory:') };
    },
    apply: async (declared) => {
      if (opened === undefined) throw new Error('reset first');
      await writeFile(join(folder, 'campaigns.yaml'), JSON.stringify(declared));
      const variables = { files: [], flags: [], environment: {} };
      const document = await loadDocument({ paths: ['campaigns.yaml'], cwd: folder, variables });
      const { store } = opened;
      const session: Session = {
        run: silentRun({ cwd: folder, clock, cacheFolder: join(folder, 'cache', 'adsync') }),
        document,
        ...opened,
        bindings: (snapshot) => bindingsOf(document, snapshot.bindings, 'loopback'),
        readState: async () => await store.read(),
      };
      runs += 1;
      last = (await requests()).at(-1)?.n ?? last;
      const { plan, result } = await applyOnce(session, `run-${runs}`);
      return { plan, result, log: await requests() };
    },
  };
}

function sayNothing(): void {}

async function applyOnce(
  session: Session,
  run: string,
): Promise<{ readonly plan: Plan; readonly result: ApplyResult }> {
  const accounts = session.bindings(await session.readState());
  const start = { accounts, document: session.document.digest, command: 'apply' } as const;
  // To the next one who asks it is dead.
  const holder = { run, user: 'test', machine: hostname(), pid: process.pid, processStart: '1', bootId: '' };
  const lease = await session.store.acquire(start, holder);
  const request: Parameters<typeof planFrom>[2] = {
    command: 'apply',
    paths: ['campaigns.yaml'],
    targets: [],
    consents: {
      adopt: { all: true, addresses: new Map() },
      undoDrift: [],
      allowRecreate: ['acme'],
      takeAlong: [],
      // Amounts are taken away, which no factor allows.
      override: ['max_budget_factor', 'max_bid_factor'],
      keepStopped: false,
    },
  };
  const found = await surveyLocked(session, lease, sayNothing);
  const { made, surveyed } = await planFully(session, found, (known) => planFrom(session, known, request));
  if (made.plan.violations.length > 0) throw new Error(JSON.stringify(made.plan.violations, undefined, 1));
  const result = await execute(session, lease, { made, surveyed }, { emit: sayNothing });
  return { plan: made.plan, result };
}
