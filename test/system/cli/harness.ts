import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Sandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { lendSandbox } from '../../support/lent-sandbox.ts';
import { checkLoggedAnswers } from '../../support/logged-answers.ts';
import { type Ran, type RunOptions, runWith } from '../../support/run-with.ts';
import { clockWithoutWaits } from '../../support/waiting-clock.ts';

/** A folder with a document, a sandbox, and the program to run there. */
export interface Bench {
  readonly folder: string;
  readonly sandbox: Sandbox;
  /** Codes that the program ended the process with at once. */
  readonly ended: number[];
  write(file: string, text: string): Promise<void>;
  read(file: string): Promise<string>;
  adsync(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Records of a collection that are not deleted. */
  records(collection: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The requests that the sandbox got, as `METHOD path`. */
  requests(): Promise<readonly string[]>;
  /** Those that write. */
  writes(): Promise<readonly string[]>;
}

const recordsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const requestsSchema = z.array(z.object({ method: z.string(), path: z.string() }));

/**
 * Takes a new sandbox and makes a folder, both gone when the test is over. Where a test opens streams, their end may
 * reach the sandbox later than the test's.
 */
export async function createBench(
  document = campaigns(),
  { leavesStreams = false }: { readonly leavesStreams?: boolean } = {},
): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-cli-'));
  const { sandbox, giveBack } = await lendSandbox();
  onTestFinished(async () => {
    try {
      await checkLoggedAnswers(sandbox.ready.admin_url);
    } finally {
      await (leavesStreams ? sandbox.stop() : giveBack());
      for (const each of [folder, `${folder}-settings`])
        await rm(each, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  });
  const ended: number[] = [];
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.ready.admin_url}/${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const requests = async (): Promise<readonly string[]> =>
    requestsSchema.parse(await control('GET', 'requests')).map(({ method, path }) => `${method} ${path}`);
  // A list may lag behind a write for seconds, so that the program waits for it; the sandbox's lists do not.
  const clock = clockWithoutWaits(
    async (seconds) => void (await control('PUT', 'clock', { advance_seconds: seconds })),
  );
  await write('campaigns.yaml', document);
  return {
    folder,
    sandbox,
    ended,
    write,
    control,
    read: async (file) => await readFile(join(folder, file), 'utf8'),
    adsync: async (argv, options = {}) => {
      const own = { ADSYNC_CONFIG_DIR: `${folder}-settings` };
      const env = { ...sandboxEnvironment(sandbox.ready), ...own, ...options.env };
      return await runWith(argv, { folder, env, ended, options: { clock, ...options } });
    },
    records: async (collection) => {
      const all = recordsSchema.parse(await control('GET', 'dump'));
      return (all[collection] ?? []).filter((record) => record['deleted'] !== true);
    },
    requests,
    writes: async () => (await requests()).filter((request) => !request.startsWith('GET ')),
  };
}

/** A document with campaigns in the sandbox's first account; each is the text of its fields. */
export function campaigns(
  entries: Readonly<Record<string, string>> = { sale: 'name: Sale, status: ACTIVE, daily_budget: 55.00' },
  more = '',
): string {
  const lines = Object.entries(entries).map(
    ([key, fields]) => `      ${key}: { funding_instrument: credit, ${fields} }\n`,
  );
  return `version: 1
${more}accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
${lines.join('')}`;
}
