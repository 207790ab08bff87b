import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '../../../src/platform/client.ts';
import { Secret } from '../../../src/platform/secret.ts';
import { systemClock } from '../../../src/runs/system-clock.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../..');
/** What an event gives. */
const given = z.array(z.unknown());
const readySchema = z.object({
  ads_base_url: z.string(),
  ads_sandbox_base_url: z.string(),
  consumer_key: z.string(),
  consumer_secret: z.string(),
  access_token: z.string(),
  access_token_secret: z.string(),
  accounts: z.array(z.string()),
});

let folder: string;
const installed = (): string => join(folder, 'node_modules/adsync-sandbox');

/** The package as npm makes it, unpacked into an empty folder; its dependencies are those of the project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsync-sandbox-'));
  const packed = await run('npm', ['pack', '--pack-destination', folder], {
    cwd: join(project, 'packages/sandbox'),
  });
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? '';
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await run('tar', ['-xzf', join(folder, tarball), '-C', modules]);
  await run('mv', ['package', 'adsync-sandbox'], { cwd: modules });
  for (const name of await readdir(join(project, 'node_modules')))
    if (!name.startsWith('.') && !name.startsWith('adsync'))
      await symlink(join(project, 'node_modules', name), join(modules, name), 'dir');
}, 120_000);

afterAll(async () => await rm(folder, { recursive: true, force: true }));

test('the packed command serves a client, without adsync', async () => {
  const command = spawn(
    process.execPath,
    [join(installed(), 'bin/adsync-sandbox.js'), '--port', '0', '--json', '--clock', '2026-11-20T10:00:00Z'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [line] = given.parse(await once(createInterface({ input: command.stdout }), 'line'));
    const ready = readySchema.parse(JSON.parse(String(line)));
    const client = createClient({
      credentials: {
        consumerKey: ready.consumer_key,
        consumerSecret: new Secret(ready.consumer_secret),
        accessToken: new Secret(ready.access_token),
        accessTokenSecret: new Secret(ready.access_token_secret),
      },
      addresses: { ads: ready.ads_base_url, adsSandbox: ready.ads_sandbox_base_url },
      version: '0.0.0',
      timeoutMs: 10_000,
      clock: systemClock,
      random: Math.random,
    });
    const path = `/12/accounts/${ready.accounts[0] ?? ''}/campaigns`;
    const { body } = await client.call({ host: 'ads', method: 'GET', path });
    await client.close();

    expect(ready.accounts).toEqual(['18ce54d4x5t', '18ce5uk0000']);
    expect(body).toMatchObject({ data: [{ name: 'Evergreen', entity_status: 'PAUSED' }] });
  } finally {
    command.kill('SIGTERM');
    const [code] = given.parse(await once(command, 'exit'));
    expect(code).toBe(0);
  }
}, 60_000);

test('programs start it, and settings that cannot be are told', async () => {
  await writeFile(
    join(folder, 'start.mjs'),
    `import { startSandbox } from 'adsync-sandbox';
const sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
console.log(sandbox.ready.accounts.length);
await sandbox.stop();
`,
  );
  const started = await run(process.execPath, ['start.mjs'], { cwd: folder });
  const refused = await run(
    process.execPath,
    [join(installed(), 'bin/adsync-sandbox.js'), '--clock', 'noon'],
    { cwd: folder },
  ).then(
    () => '',
    (error: unknown) => String(error),
  );

  expect(started.stdout).toBe('2\n');
  expect(refused).toContain('the sandbox cannot start with these settings');
}, 60_000);
