import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Command } from 'commander';
import { z } from 'zod';
import type { ReadySandbox } from '../start-sandbox.ts';
import { consoleLines } from './console-lines.ts';
import { sandboxOptions, sandboxSettingsSchema } from './options.ts';
import { SettingsError, startFrom } from './start-from.ts';

const command = new Command('adsync-sandbox')
  .description(
    'Serves an emulated ads platform on this machine until Ctrl-C, in memory or kept in a file. Prints its addresses and credentials.',
  )
  .version(readVersion())
  .action(async (options: unknown) => {
    const settings = sandboxSettingsSchema.parse(options);
    const stopped = Promise.withResolvers<void>();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopped.resolve);
    const sandbox = await startFrom(settings, process.cwd());
    const text = settings.json
      ? `${JSON.stringify(sandbox.ready)}\n`
      : readyText(sandbox.ready, settings.data);
    process.stdout.write(text);
    await stopped.promise;
    await sandbox.stop();
  });
for (const option of sandboxOptions()) command.addOption(option);

try {
  await command.parseAsync();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write([`error: ${error.message}`, ...error.lines, error.remedy, ''].join('\n'));
  process.exitCode = 1;
}

/** The version in package.json, beside the folder of what is built and two folders above this file. */
function readVersion(): string {
  const places = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
  const texts = places.flatMap((place) => {
    try {
      return [readFileSync(place, 'utf8')];
    } catch {
      return [];
    }
  });
  return z.object({ version: z.string() }).parse(JSON.parse(texts[0] ?? '{}')).version;
}

function readyText(ready: ReadySandbox, data: string | undefined): string {
  return [
    `The sandbox listens on ${ready.base_url}, until Ctrl-C. What it holds is kept in ${data ?? 'memory only'}.`,
    ...(ready.https_base_url === undefined
      ? []
      : [`It listens on ${ready.https_base_url} too; --json also prints the certificate.`]),
    ...consoleLines(ready),
    `Its accounts are ${ready.accounts.join(' and ')}.`,
    '',
    `consumer key         ${ready.consumer_key}`,
    `consumer secret      ${ready.consumer_secret}`,
    `access token         ${ready.access_token}`,
    `access token secret  ${ready.access_token_secret}`,
    '',
    '',
  ].join('\n');
}
