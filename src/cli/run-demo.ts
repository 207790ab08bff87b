import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../packages/sandbox/src/start-sandbox.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type Context, print } from './context.ts';
import type { Io } from './io.ts';
import { sandboxEnvironment } from './serve-sandbox.ts';

interface Story {
  readonly context: Context;
  readonly io: Io;
  readonly sandbox: Sandbox;
}

/**
 * Tells what adsync does to somebody who has never seen it: the real commands, run in this process against a sandbox of
 * its own, in a folder that is removed afterwards. Gives the exit code.
 */
export async function runDemo(context: Context): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-demo-'));
  const sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
  const stopWatching = context.io.onInterrupt(() => {
    rmSync(folder, { recursive: true, force: true });
    context.io.exitNow(130);
  });
  try {
    await cp(fileURLToPath(new URL('../../examples/demo', import.meta.url)), folder, { recursive: true });
    const env = { ...colourOnly(context.io.env), ...sandboxEnvironment(sandbox.ready) };
    await tell({ context, io: { ...context.io, env, cwd: folder }, sandbox });
    return 0;
  } finally {
    stopWatching();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

// The visitor's own settings must not lead the demo astray, least of all to a real account.
function colourOnly({ NO_COLOR }: Io['env']): Io['env'] {
  return { NO_COLOR };
}

async function tell(story: Story): Promise<void> {
  const { io } = story;
  say(
    story,
    'adsync keeps ad campaigns in a file: you declare them, it shows what would change, and applies that safely.',
  );
  say(story, 'This demo runs on a platform emulated in this process. No account, no money.', '');

  say(story, '1. campaigns.yaml declares three campaigns of one account. One of them:', '');
  const yaml = await readFile(join(io.cwd, 'campaigns.yaml'), 'utf8');
  say(story, ...excerpt(yaml), '');

  say(story, '2. What would change? Planning only reads.');
  await command(story, ['plan'], 0);

  say(
    story,
    '3. Carry it out. Everything is created PAUSED and switched on last, so that nothing half-built spends.',
  );
  await command(story, ['apply', '--yes'], 0);

  say(story, '4. Plan again: the file and the platform agree, so there is nothing to do.');
  await command(story, ['plan', '--detailed-exitcode'], 0);

  say(
    story,
    '5. Now somebody changes things in the web interface: pauses the newsletter, and raises the budget of the sale.',
  );
  await meddle(story);
  say(story, '   What changed behind our back?');
  await command(story, ['drift', '--detailed-exitcode'], 2);

  say(
    story,
    '6. The plan would undo both. Lowering a budget is safe; switching on again what a person paused is not, so adsync refuses until somebody says so (exit code 4).',
  );
  await command(story, ['plan'], 4);

  say(story, '7. We agree, and apply. The platform is as declared again.');
  await command(story, ['apply', '--yes', '--undo-drift', 'acme-us/campaigns/newsletter'], 0);
  await command(story, ['plan', '--detailed-exitcode'], 0);

  say(
    story,
    'That was adsync. Next: start a document with `adsync init`, put in the id of your account, sign in with `adsync auth login`, and run `adsync plan`.',
    'To try your own file without an account: `adsync sandbox`, and in another terminal the rest.',
  );
}

function say({ context }: Story, ...lines: readonly string[]): void {
  print(context, `${lines.join('\n')}\n`);
}

async function command({ context, io }: Story, argv: readonly string[], expected: number): Promise<void> {
  print(context, `${context.style('bold', `$ adsync ${argv.join(' ')}`)}\n`);
  // Results and messages come in the order in which a terminal would show them.
  const code = await context.run(argv, { ...io, stderr: io.stdout });
  context.io.stdout.write('\n');
  if (code === expected) return;
  throw new AdsyncError(
    'ADSYNC_INTERNAL',
    `adsync ${argv.join(' ')} ended with ${code} in the demo, not ${expected}`,
  );
}

/** The declaration of one campaign, without what stands around it. */
function excerpt(yaml: string): readonly string[] {
  const lines = yaml.split('\n');
  const from = lines.findIndex((line) => line.startsWith('      newsletter:'));
  const to = lines.findIndex((line) => line.startsWith('      brand:'));
  return lines.slice(from, to);
}

const dumpSchema = z.object({ campaigns: z.array(z.object({ id: z.string(), name: z.string() })) });

/** Changes two campaigns as somebody in the web interface would, by the sandbox's control call. */
async function meddle({ sandbox }: Story): Promise<void> {
  const answer = await fetch(`${sandbox.ready.admin_url}/dump`);
  const { campaigns } = dumpSchema.parse(await answer.json());
  const idOf = (name: string): string => campaigns.find((campaign) => campaign.name === name)?.id ?? '';
  const body = JSON.stringify([
    { collection: 'campaigns', id: idOf('Newsletter'), set: { entity_status: 'PAUSED' } },
    {
      collection: 'campaigns',
      id: idOf('Sale spring 2026'),
      set: { daily_budget_amount_local_micro: 80_000_000 },
    },
  ]);
  const headers = { 'content-type': 'application/json' };
  const changed = await fetch(`${sandbox.ready.admin_url}/mutate`, { method: 'POST', headers, body });
  if (!changed.ok)
    throw new AdsyncError('ADSYNC_INTERNAL', `the sandbox refused the change: ${await changed.text()}`);
}
