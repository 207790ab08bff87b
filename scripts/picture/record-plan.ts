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

interface Stage {
  readonly folder: string;
  readonly sandbox: Sandbox;
}

/**
 * What `adsync plan` writes to a terminal, colour sequences included, where the document has changed since the last
 * apply, and somebody has changed a budget outside adsync: the real command against a sandbox of its own.
 */
export async function recordPlan(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-picture-'));
  // A time before the flights of the document begin, so that the picture is the same on every day.
  const sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
  try {
    const stage = { folder, sandbox };
    await declare(stage, 'before.yaml');
    await adsync(stage, 'apply', '--yes');
    await meddle(sandbox);
    await declare(stage, 'after.yaml');
    return await adsync(stage, 'plan');
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function declare({ folder }: Stage, file: string): Promise<void> {
  await copyFile(join(import.meta.dirname, file), join(folder, 'campaigns.yaml'));
}

async function adsync({ folder, sandbox }: Stage, ...argv: readonly string[]): Promise<string> {
  let written = '';
  const output = { isTTY: true, columns: 110, write: (text: string) => (written += text) };
  const silent = { write: () => true };
  const code = await run(argv, {
    stdin: new PassThrough(),
    stdout: output,
    stderr: silent,
    env: sandboxEnvironment(sandbox.ready),
    cwd: folder,
    onInterrupt: () => () => undefined,
    clock: systemClock,
    exitNow: () => undefined,
  });
  if (code !== 0) throw new Error(`adsync ${argv.join(' ')} ended with ${code}:\n${written}`);
  return written;
}

/** Raises the total budget of the sale, as somebody in the web interface would. */
async function meddle({ ready }: Sandbox): Promise<void> {
  const { campaigns } = dump.parse(await (await fetch(`${ready.admin_url}/dump`)).json());
  const id = campaigns.find(({ name }) => name === 'Sale spring 2026')?.id;
  const set = { total_budget_amount_local_micro: 1_400_000_000 };
  const answer = await fetch(`${ready.admin_url}/mutate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ collection: 'campaigns', id, set }]),
  });
  if (!answer.ok) throw new Error(`the sandbox refused the change: ${await answer.text()}`);
}
