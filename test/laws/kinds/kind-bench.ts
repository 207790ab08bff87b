import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import type { Clock } from '../../../src/appliers/clock.ts';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { type Ran, runWith } from '../../support/run-with.ts';
import { exampleRoles, exampleWorld } from './example-world.ts';

export type StoredRecord = Readonly<Record<string, unknown>>;
/** Records by `collection id`. */
export type Stored = ReadonlyMap<string, StoredRecord>;

/** What a record is to hold; the id of one that is there. */
export interface Put {
  readonly id?: string;
  readonly values: StoredRecord;
}

/** One sandbox for a file of tests, and the program to run against it. */
export interface KindBench {
  /** The sandbox as it was, with what the kinds' examples name by id; a folder and a state that are empty. */
  reset(user?: string): Promise<void>;
  /** Runs the program; `document` is written first where it is given. */
  adsync(argv: readonly string[], document?: object): Promise<Ran>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** What the sandbox holds and has not deleted. */
  stored(): Promise<Stored>;
  /** The paths and queries of the list requests since the last reset. */
  reads(): Promise<readonly { readonly path: string; readonly query: string }[]>;
  /** Adds a record, or changes one, with those of the values that a collection can hold. */
  put(action: 'seed' | 'mutate', collection: string, record: Put): Promise<void>;
}

const dumpSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const requestsSchema = z.array(
  z.object({
    method: z.string(),
    path: z.string(),
    query: z.unknown().transform((query) => JSON.stringify(query)),
  }),
);

/** Starts a sandbox before the tests of a file, and stops it after them. */
export function useKindBench(): KindBench {
  let sandbox: Sandbox | undefined;
  let folder = '';
  let env: Readonly<Record<string, string>> = {};
  let runs = 0;
  let root = '';
  beforeAll(async () => {
    sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
    root = await mkdtemp(join(tmpdir(), 'adsync-kinds-'));
  });
  afterAll(async () => {
    await sandbox?.stop();
    await rm(root, { recursive: true, force: true });
  });
  const running = (): Sandbox => {
    if (sandbox === undefined) throw new Error('the sandbox is not running');
    return sandbox;
  };
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    await fetch(`${running().ready.admin_url}/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await send(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const stored = async (): Promise<Stored> => {
    const dump = dumpSchema.parse(await control('GET', 'dump'));
    return new Map(
      Object.entries(dump).flatMap(([collection, records]) =>
        records
          .filter((record) => record['deleted'] !== true)
          .map((record) => [`${collection} ${String(record['id'] ?? record['media_key'])}`, record] as const),
      ),
    );
  };
  const tokenOf = async (user: string | undefined): Promise<Readonly<Record<string, string>>> => {
    if (user === undefined) return {};
    const record = (await stored()).get(`users ${user}`);
    return {
      ADSYNC_ACCESS_TOKEN: String(record?.['access_token']),
      ADSYNC_ACCESS_TOKEN_SECRET: String(record?.['access_token_secret']),
    };
  };
  return {
    control,
    stored,
    reset: async (user) => {
      await control('POST', 'reset');
      await control('PUT', 'limits', { rate_limits: 'off' });
      await control('POST', 'seed', exampleWorld);
      await control('POST', 'mutate', exampleRoles);
      runs += 1;
      folder = join(root, `${runs}`);
      await mkdir(folder);
      // The files of people that examples name.
      await writeFile(join(folder, 'buyers.csv'), 'email\nada@example.com\nalan@example.com\n');
      await writeFile(join(folder, 'more-buyers.csv'), 'email\nada@example.com\ngrace@example.com\n');
      env = { ...sandboxEnvironment(running().ready), ...(await tokenOf(user)) };
    },
    adsync: async (argv, document) => {
      if (document !== undefined) await writeFile(join(folder, 'campaigns.yaml'), JSON.stringify(document));
      return await runWith(argv, { folder, env, ended: [], options: { clock: skippingClock } });
    },
    reads: async () => {
      const requests = requestsSchema.parse(await control('GET', 'requests'));
      return requests.filter(({ method }) => method === 'GET');
    },
    put: async (action, collection, { id, values }) => {
      const ask = async (set: StoredRecord): Promise<Response> =>
        await send('POST', action, action === 'seed' ? { [collection]: [set] } : [{ collection, id, set }]);
      const refused = await ask(values);
      if (refused.ok) return;
      const settable = withoutRefused(values, await refused.text());
      const answer = await ask(settable);
      if (!answer.ok)
        throw new Error(`${collection} cannot take ${JSON.stringify(settable)}: ${await answer.text()}`);
    },
  };
}

/**
 * Waits by being later at once. An outside change right after an apply could be an answer that is behind, so that adsync
 * waits to be sure; nobody has to.
 */
const skippingClock: Clock = {
  now: Date.now,
  sleep: async () => {},
};

/** The values without those that the sandbox makes up when it shows a record; a number that it shows as text is one again. */
function withoutRefused(values: StoredRecord, problem: string): StoredRecord {
  const unknown = new Set([...problem.matchAll(/no field \\?"(\w+)\\?"/g)].map(([, name]) => name));
  const unfit = new Set([...problem.matchAll(/: \\?"(\w+)\\?" cannot hold/g)].map(([, name]) => name));
  if (unknown.size + unfit.size === 0) return values;
  const kept = Object.entries(values).filter(([name]) => !unknown.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, unfit.has(name) ? Number(value) : value]));
}
