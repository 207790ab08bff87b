import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Clock } from '../../src/appliers/clock.ts';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { sandboxEnvironment } from '../../src/cli/serve-sandbox.ts';
import { systemClock } from '../../src/cli/system-clock.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';

/** What one command line gave. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Environment on top of the credentials and addresses of the sandbox. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Makes the standard streams terminals, and types this text. */
  readonly typed?: string;
  /** How wide the terminal is; 120 unless given. */
  readonly columns?: number;
  /** Called with everything written so far after each write. */
  readonly onOutput?: (text: string, press: () => void) => void;
  /** The machine's time, unless given. */
  readonly clock?: Clock;
}

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
  /** The write requests that the sandbox got, as `METHOD path`. */
  writes(): Promise<readonly string[]>;
}

const recordsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const requestsSchema = z.array(z.object({ method: z.string(), path: z.string() }));

/** Starts a sandbox and makes a folder, both gone when the test is over. */
export async function createBench(document = campaigns()): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-cli-'));
  const sandbox = await startSandbox({});
  onTestFinished(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
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
  await write('campaigns.yaml', document);
  return {
    folder,
    sandbox,
    ended,
    write,
    control,
    read: async (file) => await readFile(join(folder, file), 'utf8'),
    adsync: async (argv, options = {}) => {
      const env = { ...sandboxEnvironment(sandbox.ready), ...options.env };
      return await runWith(argv, { folder, env, ended, options });
    },
    records: async (collection) => {
      const all = recordsSchema.parse(await control('GET', 'dump'));
      return (all[collection] ?? []).filter((record) => record['deleted'] !== true);
    },
    writes: async () => {
      const requests = requestsSchema.parse(await control('GET', 'requests'));
      return requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
    },
  };
}

export interface Setting {
  readonly folder: string;
  readonly env: Io['env'];
  readonly ended: number[];
  readonly options: RunOptions;
}

/** Runs one command line in a folder, with the environment of a sandbox. */
export async function runWith(
  argv: readonly string[],
  { folder, env, ended, options }: Setting,
): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  const press = (): void => {
    for (const listener of listeners) listener();
  };
  const terminal = options.typed !== undefined;
  const output = (stream: 'stdout' | 'stderr') => ({
    isTTY: terminal,
    columns: options.columns ?? 120,
    write: (text: string) => {
      written[stream] += text;
      options.onOutput?.(written.stdout + written.stderr, press);
    },
  });
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  stdin.end(options.typed);
  const io: Io = {
    stdin,
    stdout: output('stdout'),
    stderr: output('stderr'),
    env,
    clock: options.clock ?? systemClock,
    cwd: folder,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exitNow: (code) => void ended.push(code),
  };
  const code = await run(argv, io);
  return { code, ...written };
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
