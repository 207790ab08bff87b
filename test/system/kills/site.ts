import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { builtProgram } from '../../support/built-program.ts';
import { type Ran, runWith } from '../../support/run-with.ts';

const { launcher, environment: programEnvironment } = await builtProgram();

export type Dumped = Readonly<Record<string, unknown>>;
export type Dump = Readonly<Record<string, readonly Dumped[]>>;

export interface Logged {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly fault: string | null;
  readonly effect_applied: boolean;
}

const dumpSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const logSchema = z.array(
  z.object({
    n: z.number(),
    method: z.string(),
    path: z.string(),
    status: z.number().nullable(),
    fault: z.string().nullable(),
    effect_applied: z.boolean(),
  }),
);

/** A process of `adsync`, watched. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves when it has told of so many events on standard output, or is over. */
  told(events: number): Promise<void>;
  /** What it gave: exit code, or the signal that ended it. */
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Setting {
  /** Environment on top of the sandbox's. */
  readonly env?: Readonly<Record<string, string>>;
  /** What a shell does before it becomes the program, such as `ulimit -f 500;`. */
  readonly before?: string;
}

/** The platform in this process, and a folder to run the real program in against it. */
export interface Site {
  readonly folder: string;
  /** The program's file. */
  readonly launcher: string;
  /** What the program is started with to reach the sandbox. */
  readonly environment: NodeJS.ProcessEnv;
  start(argv: readonly string[], setting?: Setting): Running;
  /** Runs a command, which nobody kills, in this process: starting another one would take most of the time. */
  runHere(argv: readonly string[]): Promise<Ran>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  dump(): Promise<Dump>;
  requests(since?: number): Promise<readonly Logged[]>;
  /** Waits until the platform has ended every request that reached it; returns the number of the last. */
  atRest(): Promise<number>;
  readonly remove: () => Promise<void>;
}

/** Starts a sandbox, and makes a folder. */
export async function createSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-kill-'));
  const sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
  /** The number of the last request before which every one has ended. */
  let rested = 0;
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    if (path === 'reset') rested = 0;
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.ready.admin_url}/${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const requests = async (since = 0): Promise<readonly Logged[]> =>
    logSchema.parse(await control('GET', `requests?since=${since}&limit=10000`));
  const environment = { ...process.env, ...programEnvironment, ...sandboxEnvironment(sandbox.ready) };
  return {
    folder,
    launcher,
    environment,
    control,
    requests,
    start: (argv, { env = {}, before } = {}) => {
      const program = [process.execPath, launcher, ...argv];
      const command = before === undefined ? program : ['sh', '-c', `${before} exec "$0" "$@"`, ...program];
      const [file = '', ...args] = command;
      return watch(
        spawn(file, args, {
          cwd: folder,
          env: { ...environment, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      );
    },
    runHere: async (argv) => await runWith(argv, { folder, env: environment, ended: [], options: {} }),
    dump: async () => dumpSchema.parse(await control('GET', 'dump')),
    atRest: async () => {
      for (let before = -1; ; await sleep(10)) {
        const log = await requests(rested);
        const last = log.at(-1)?.n ?? rested;
        if (last === before && log.every(isOver)) {
          rested = last;
          return last;
        }
        before = last;
      }
    },
    remove: async () => {
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Of a request that is carried out and never answered, the platform tells no status. */
function isOver({ status, fault, effect_applied: isDone }: Logged): boolean {
  return status !== null || (fault === 'drop_after' && isDone);
}

function watch(child: ChildProcess): Running {
  let stdout = '';
  let stderr = '';
  let events = 0;
  let heard: (() => void) | undefined;
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const lines = child.stdout === null ? undefined : createInterface({ input: child.stdout });
  lines?.on('line', (line) => {
    stdout += `${line}\n`;
    events += 1;
    heard?.();
  });
  const closed = z.tuple([z.int().nullable(), z.string().nullable()]);
  const ended = once(child, 'close').then((args): Ended => {
    const [code, signal] = closed.parse(args);
    events = Number.POSITIVE_INFINITY;
    heard?.();
    return { code, signal, stdout, stderr };
  });
  return {
    child,
    ended,
    told: async (count) =>
      await new Promise((resolve) => {
        heard = () => {
          if (events >= count) resolve();
        };
        heard();
      }),
  };
}
