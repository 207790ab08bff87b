import { consoleLines } from '../../packages/sandbox/src/command/console-lines.ts';
import type { SandboxSettings } from '../../packages/sandbox/src/command/options.ts';
import { SettingsError, startFrom } from '../../packages/sandbox/src/command/start-from.ts';
import type { ReadySandbox, Sandbox } from '../../packages/sandbox/src/start-sandbox.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type Context, note, print } from './context.ts';

/** How long a start may take before it is said, in milliseconds. */
const silentMs = 500;

/** Serves the emulated platform until interrupted. Throws ADSYNC_USAGE for settings that it cannot start with. */
export async function serveSandbox(context: Context, settings: SandboxSettings): Promise<void> {
  const { io } = context;
  const interrupted = Promise.withResolvers<void>();
  const stopWatching = io.onInterrupt(() => interrupted.resolve());
  try {
    const late = setTimeout(() => note(context, 'The sandbox is starting …'), silentMs);
    const sandbox = await start(context, settings).finally(() => clearTimeout(late));
    if (settings.json) io.stdout.write(`${JSON.stringify(sandbox.ready)}\n`);
    else print(context, readyText(sandbox.ready, settings));
    await interrupted.promise;
    await sandbox.stop();
    note(context, 'The sandbox has stopped.');
  } finally {
    stopWatching();
  }
}

async function start({ io }: Context, settings: SandboxSettings): Promise<Sandbox> {
  try {
    return await startFrom(settings, io.cwd);
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause;
    const { message, lines, remedy } = cause;
    throw new AdsyncError('ADSYNC_USAGE', message, { lines, remedy, cause });
  }
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
    ...consoleLines(ready),
    `Its accounts are ${ready.accounts.join(' and ')}. In another terminal:`,
    '',
    ...exports,
    '',
    '',
  ].join('\n');
}
