import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { builtProgram } from '../../support/built-program.ts';

const program = await builtProgram();
const readySchema = z.object({
  base_url: z.string(),
  consumer_key: z.string(),
  consumer_secret: z.string(),
  access_token: z.string(),
  access_token_secret: z.string(),
  admin_url: z.string(),
});
const recordsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** What a process gave. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `adsync sandbox` as a process of its own, and a folder to run `adsync` in against it. */
export interface Site {
  readonly folder: string;
  /** Starts `adsync`, and leaves it running. */
  start(argv: readonly string[]): ChildProcess;
  /** Runs `adsync` to its end. */
  adsync(...argv: readonly string[]): Promise<Ended>;
  write(file: string, text: string): Promise<void>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  records(collection: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The text of a file of the project. */
export async function projectFile(path: string): Promise<string> {
  return await readFile(join(import.meta.dirname, '../../..', path), 'utf8');
}

/** Starts the sandbox and makes the folder; both are gone when the test is over. */
export async function createSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-site-'));
  const sandbox = spawn(
    process.execPath,
    [program.launcher, 'sandbox', '--port', '0', '--json', '--clock', '2026-11-20T10:00:00Z'],
    {
      env: { ...process.env, ...program.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(async () => {
    sandbox.kill();
    if (sandbox.exitCode === null) await once(sandbox, 'exit');
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const [line] = z.tuple([z.string()]).parse(await once(createInterface({ input: sandbox.stdout }), 'line'));
  const ready = readySchema.parse(JSON.parse(line));
  const env = {
    ...process.env,
    ...program.environment,
    ADSYNC_CONSUMER_KEY: ready.consumer_key,
    ADSYNC_CONSUMER_SECRET: ready.consumer_secret,
    ADSYNC_ACCESS_TOKEN: ready.access_token,
    ADSYNC_ACCESS_TOKEN_SECRET: ready.access_token_secret,
    ADSYNC_ADS_BASE_URL: ready.base_url,
    ADSYNC_ADS_SANDBOX_BASE_URL: ready.base_url,
  };
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${ready.admin_url}/${path}`, { method, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const start = (argv: readonly string[]): ChildProcess =>
    spawn(process.execPath, [program.launcher, ...argv], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    folder,
    start,
    control,
    adsync: async (...argv) => await ended(start(argv)),
    write: async (file, text) => await writeFile(join(folder, file), text),
    records: async (collection) => {
      const all = recordsSchema.parse(await control('GET', 'dump'));
      return (all[collection] ?? []).filter((record) => record['deleted'] !== true);
    },
  };
}

async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = z.tuple([z.int().nullable(), z.unknown()]).parse(await once(child, 'close'));
  return { code, stdout, stderr };
}
