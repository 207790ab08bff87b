import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../packages/sandbox/src/start-sandbox.ts';
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
];

/** Where a picture is taken: a folder for the document, a sandbox of its own, and a terminal of some width. */
export interface Stage {
  /** Puts a document of this folder, such as `before.yaml`, in the place of the one that is there. */
  readonly declare: (file: string) => Promise<void>;
  /** Changes a campaign, found by its name, as somebody in the web interface would. Fields by wire name. */
  readonly change: (name: string, set: Readonly<Record<string, unknown>>) => Promise<void>;
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
  try {
    return await play({
      declare: (file) => copyFile(join(import.meta.dirname, file), join(folder, 'campaigns.yaml')),
      change: (name, set) => change(sandbox, name, set),
      show: async (...argv) => [
        `$ \u001b[1madsync ${argv.map(quoted).join(' ')}\u001b[22m`,
        ...(await written({ folder, sandbox, columns }, argv)),
      ],
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
}

async function written(
  { folder, sandbox, columns }: Place,
  argv: readonly string[],
): Promise<readonly string[]> {
  let text = '';
  const terminal = { isTTY: true, columns, write: (part: string) => (text += part) };
  await run(argv, {
    stdin: new PassThrough(),
    stdout: terminal,
    stderr: { ...terminal, isTTY: false },
    env: sandboxEnvironment(sandbox.ready),
    cwd: folder,
    onInterrupt: () => () => undefined,
    clock: systemClock,
    keychain: () => undefined,
    browse: async () => await Promise.resolve(false),
    exitNow: () => undefined,
  });
  return changing
    .reduce((shown, [found, stand]) => shown.replaceAll(found, stand), text)
    .trimEnd()
    .split('\n');
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
