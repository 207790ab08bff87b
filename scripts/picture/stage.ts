import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../packages/sandbox/src/start-sandbox.ts';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { sandboxEnvironment } from '../../src/cli/serve-sandbox.ts';
import { systemClock } from '../../src/runs/system-clock.ts';

const dump = z.object({ campaigns: z.array(z.object({ id: z.string(), name: z.string() })) });

// A time before the flights of the documents begin, so that a picture is the same on every day.
const now = '2026-11-20T10:00:00Z';
/** What differs from run to run, and what stands for it in a picture. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, now],
  [/(?<=stop |\()[0-9a-f]{8}\b/g, '3f0c9a1e'],
  [/(?<=by )\S+@\S+?(?=[:,. ]|$)/g, 'user@machine'],
  [/http:\/\/127\.0\.0\.1:\d+(?=\/oauth)/g, 'https://api.x.com'],
];

/** Where a picture is taken: a folder for the document, a sandbox of its own, and a terminal of some width. */
export interface Stage {
  /** Puts a document of this folder, such as `before.yaml`, in the place of the one that is there. */
  readonly declare: (file: string) => Promise<void>;
  /** Changes a campaign, found by its name, as somebody in the web interface would. Fields by wire name. */
  readonly change: (name: string, set: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The lines that a sign-in writes while a user lets the application in; its profile is used from then on. */
  readonly signIn: () => Promise<readonly string[]>;
  /** The lines that a command writes, colour sequences included, below the line that it was called by. */
  readonly show: (...argv: readonly string[]) => Promise<readonly string[]>;
}

/** What `play` shows on a terminal that is so many columns wide. */
export async function onStage(
  columns: number,
  play: (stage: Stage) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-picture-'));
  const sandbox = await startSandbox({ clock: now });
  const place = { folder, sandbox, columns, keychain: new Map<string, string>() };
  let environment = sandboxEnvironment(sandbox.ready);
  const show = async (argv: readonly string[], typed?: string): Promise<readonly string[]> => [
    `$ \u001b[1madsync ${argv.map(quoted).join(' ')}\u001b[22m`,
    ...(await written({ ...place, environment }, argv, typed)),
  ];
  try {
    return await play({
      signIn: async () => {
        const { ready } = sandbox;
        environment = { ...addressesOf(ready), ADSYNC_CONFIG_DIR: folder };
        const lines = await show(['auth', 'login'], `${ready.consumer_key}\n${ready.consumer_secret}\n`);
        environment = { ADSYNC_CONFIG_DIR: folder };
        return lines;
      },
      declare: (file) => copyFile(join(import.meta.dirname, file), join(folder, 'campaigns.yaml')),
      change: (name, set) => change(sandbox, name, set),
      show: async (...argv) => await show(argv),
    });
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function quoted(argument: string): string {
  return argument.includes(' ') ? `'${argument}'` : argument;
}

interface Place {
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly columns: number;
  readonly environment: Readonly<Record<string, string>>;
  /** What the system's keychain holds, by name. */
  readonly keychain: Map<string, string>;
}

async function written(
  { folder, columns, environment, keychain }: Place,
  argv: readonly string[],
  typed?: string,
): Promise<readonly string[]> {
  let text = '';
  let approval: Promise<void> | undefined;
  const write = (part: string): void => {
    text += part;
    const address = /http:\S+\/oauth\/authorize\?\S+(?=\n)/.exec(text)?.[0];
    if (address !== undefined) approval ??= approve(address);
  };
  const terminal = { isTTY: true, columns, write };
  await run(argv, {
    stdin: typed === undefined ? new PassThrough() : typing(typed),
    stdout: terminal,
    stderr: { ...terminal, isTTY: false },
    env: environment,
    cwd: folder,
    onInterrupt: () => () => undefined,
    clock: systemClock,
    keychain: () => ({
      read: (name) => keychain.get(name),
      write: (name, secret) => void keychain.set(name, secret),
      remove: (name) => void keychain.delete(name),
    }),
    browse: async () => await Promise.resolve(false),
    exitNow: () => undefined,
  });
  await approval;
  return changing
    .reduce((shown, [found, stand]) => shown.replaceAll(found, stand), text)
    .trimEnd()
    .split('\n');
}

/** A terminal at which somebody has typed the text. */
function typing(text: string): Io['stdin'] {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.end(text);
  return input;
}

/** The addresses of a sandbox as variables. */
function addressesOf(ready: Sandbox['ready']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(sandboxEnvironment(ready)).filter(([name]) => name.endsWith('_URL')),
  );
}

/** Lets the application in, as a browser does that a user sits at. */
async function approve(address: string): Promise<void> {
  const { searchParams } = new URL(address);
  const body = new URLSearchParams([...searchParams, ['screen_name', 'acme_admin'], ['decision', 'approve']]);
  const decided = await fetch(new URL('/oauth/authorize', address), { method: 'POST', body });
  if (!decided.ok) throw new Error(`the sign-in did not succeed: ${await decided.text()}`);
}

async function change(
  { ready }: Sandbox,
  name: string,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { campaigns } = dump.parse(await (await fetch(`${ready.admin_url}/dump`)).json());
  const id = campaigns.find((campaign) => campaign.name === name)?.id;
  const answer = await fetch(`${ready.admin_url}/mutate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ collection: 'campaigns', id, set }]),
  });
  if (!answer.ok) throw new Error(`the sandbox refused the change: ${await answer.text()}`);
}
