import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { readControl } from '../sandbox/control/control-error.ts';
import { type SeedRecords, seedSchema } from '../sandbox/control/seed.ts';
import { type ReadySandbox, type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts';
import { type Context, note, print } from './context.ts';

export interface SandboxSettings {
  readonly port: number;
  readonly httpsPort?: number | undefined;
  readonly split: boolean;
  /** A file, relative to the working directory. */
  readonly data?: string | undefined;
  readonly seed?: string | undefined;
  /** Milliseconds. */
  readonly latency: number;
  readonly clock?: string | undefined;
  readonly profile: 'public' | 'reference';
  readonly json: boolean;
}

/** Serves the emulated platform until interrupted. Throws ADSYNC_USAGE for settings that it cannot start with. */
export async function serveSandbox(context: Context, settings: SandboxSettings): Promise<void> {
  const { io } = context;
  const interrupted = Promise.withResolvers<void>();
  const stopWatching = io.onInterrupt(() => interrupted.resolve());
  try {
    const sandbox = await start(context, settings);
    if (settings.json) io.stdout.write(`${JSON.stringify(sandbox.ready)}\n`);
    else print(context, readyText(sandbox.ready, settings));
    await interrupted.promise;
    await sandbox.stop();
    note(context, 'The sandbox has stopped.');
  } finally {
    stopWatching();
  }
}

async function start(context: Context, settings: SandboxSettings): Promise<Sandbox> {
  const { port, httpsPort, split, data, seed, latency, clock, profile } = settings;
  try {
    return await startSandbox({
      port,
      split,
      profile,
      latencyMs: latency,
      ...(httpsPort === undefined ? {} : { httpsPort }),
      ...(data === undefined ? {} : { data: resolve(context.io.cwd, data) }),
      ...(clock === undefined ? {} : { clock }),
      ...(seed === undefined ? {} : { seed: await readSeed(context, seed) }),
    });
  } catch (cause) {
    if (cause instanceof AdsyncError) throw cause;
    const busy = systemCode(cause) === 'EADDRINUSE';
    throw new AdsyncError(
      'ADSYNC_USAGE',
      busy ? `port ${portOf(cause) ?? port} is taken` : 'the sandbox cannot start with these settings',
      {
        lines: busy ? [] : [causeText(cause)],
        remedy: busy ? 'Choose another, or 0 for a free one.' : 'Correct the option.',
        cause,
      },
    );
  }
}

/** Of several ports, the one that is taken. */
function portOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'port' in cause ? String(cause.port) : undefined;
}

async function readSeed({ io }: Context, file: string): Promise<SeedRecords> {
  const text = await readFile(resolve(io.cwd, file), 'utf8');
  const records = readControl(seedSchema, JSON.parse(text));
  return Object.fromEntries(
    Object.entries(records).flatMap(([name, list]) => (list === undefined ? [] : [[name, list]])),
  );
}

/** The variables that make adsync, or anything else, use the sandbox. */
export function sandboxEnvironment(ready: ReadySandbox): Readonly<Record<string, string>> {
  return {
    ADSYNC_BASE_URL: ready.base_url,
    ADSYNC_ADS_BASE_URL: ready.ads_base_url,
    ADSYNC_ADS_SANDBOX_BASE_URL: ready.ads_sandbox_base_url,
    ADSYNC_CONSUMER_KEY: ready.consumer_key,
    ADSYNC_CONSUMER_SECRET: ready.consumer_secret,
    ADSYNC_ACCESS_TOKEN: ready.access_token,
    ADSYNC_ACCESS_TOKEN_SECRET: ready.access_token_secret,
  };
}

function readyText(ready: ReadySandbox, { data }: SandboxSettings): string {
  const exports = Object.entries(sandboxEnvironment(ready)).map(([name, value]) => `export ${name}=${value}`);
  return [
    `The sandbox listens on ${ready.base_url}, until Ctrl-C. What it holds is kept in ${data ?? 'memory only'}.`,
    ...(ready.https_base_url === undefined
      ? []
      : [`It listens on ${ready.https_base_url} too; --json also prints the certificate.`]),
    `Look at it in a browser: ${ready.admin_url}/`,
    `Its accounts are ${ready.accounts.join(' and ')}. In another terminal:`,
    '',
    ...exports,
    '',
    '',
  ].join('\n');
}
