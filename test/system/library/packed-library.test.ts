import { type ExecFileException, execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';

const project = join(import.meta.dirname, '../../..');
const document = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      spring: { name: Spring, funding_instrument: credit, daily_budget: 55.00 }
`;

/** What the compiler must refuse of a program that uses the client: it complains where it refuses nothing. */
const wrongCalls = `import { type Api, createClient } from 'adsync';
const client = createClient();
const account_id = '18ce54d4x5t';
// @ts-expect-error A required parameter is absent.
void client.ads.campaigns.get({ account_id });
// @ts-expect-error There is no such parameter.
void client.ads.campaigns.list({ account_id, campaign_id: '8wku2' });
// @ts-expect-error There is no such word.
void client.ads.campaigns.create({ account_id, funding_instrument_id: 'hxtet', entity_status: 'GONE' });
// @ts-expect-error An operation of this type has other parameters.
void client.ads.batch.campaigns.create({ account_id, body: [{ operation_type: 'Delete', params: { name: 'x' } }] });
// @ts-expect-error A record has no such member.
export const member = (campaign: Api.Campaign) => campaign.budget;
// @ts-expect-error A budget may be null.
export const budget = (campaign: Api.Campaign): bigint => BigInt(campaign.daily_budget_amount_local_micro);
// @ts-expect-error There is no such endpoint.
void client.ads.campaigns.pause({ account_id });
`;

let folder: string;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let environment: NodeJS.ProcessEnv;

/** The package as npm makes it, unpacked into an empty folder; its dependencies are those of the project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsync-library-'));
  const packed = await run('npm', ['pack', '--pack-destination', folder], project);
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? '';
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await run('tar', ['-xzf', join(folder, tarball), '-C', modules], folder);
  await run('mv', ['package', 'adsync'], modules);
  for (const name of await readdir(join(project, 'node_modules')))
    if (!name.startsWith('.')) await symlink(join(project, 'node_modules', name), join(modules, name), 'dir');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'campaigns.yaml'), document);
  sandbox = await startSandbox({ port: 0, clock: '2026-11-20T10:00:00Z' });
  const { ready } = sandbox;
  environment = {
    PATH: process.env['PATH'],
    ADSYNC_CONSUMER_KEY: ready.consumer_key,
    ADSYNC_CONSUMER_SECRET: ready.consumer_secret,
    ADSYNC_ACCESS_TOKEN: ready.access_token,
    ADSYNC_ACCESS_TOKEN_SECRET: ready.access_token_secret,
    ADSYNC_BASE_URL: ready.base_url,
    ADSYNC_ADS_BASE_URL: ready.ads_base_url,
    ADSYNC_ADS_SANDBOX_BASE_URL: ready.ads_sandbox_base_url,
  };
}, 120_000);

afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

test('every example of docs/library.md compiles and runs from the packed package, one after another', async () => {
  const examples = [
    ...(await readFile(join(project, 'docs/library.md'), 'utf8')).matchAll(/```ts\n(.*?)```/gs),
  ];
  const names = examples.map((_, index) => `example-${index + 1}.ts`);
  for (const [index, [, text = '']] of examples.entries())
    await writeFile(join(folder, `example-${index + 1}.ts`), text);
  await writeFile(join(folder, 'wrong-calls.ts'), wrongCalls);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        lib: ['es2024', 'esnext.collection', 'esnext.iterator'],
        module: 'nodenext',
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
      },
      files: [...names, 'wrong-calls.ts'],
    }),
  );

  const compiled = await run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc')], folder);
  const oneAfterAnother = names.map((name) => `console.log('--- ${name}');\nawait import('./${name}');\n`);
  await writeFile(join(folder, 'all.ts'), oneAfterAnother.join(''));
  const { stdout } = await run(process.execPath, ['all.ts'], folder);
  const [, ...outputs] = stdout.split(/^--- .*\n/m);

  expect(compiled.stdout).toBe('');
  expect(outputs).toEqual([
    '3 resources in 1 account\n',
    'create acme-us/campaigns/spring\n',
    'applied acme-us/campaigns/spring\n1 applied, 0 failed\n',
    '',
    'nothing was changed outside adsync\n',
    'Evergreen is PAUSED\nSpring is PAUSED\n',
    'Evergreen (small)\n',
    'refused with 404: CAMPAIGN_NOT_FOUND (campaign_id)\n',
    'post.create\n',
  ]);
}, 120_000);

test('the packed types name no file that is not in the package', async () => {
  const types = join(folder, 'node_modules/adsync/dist/types');
  const files = await readdir(types, { recursive: true });

  expect(files).toContain(join('runs', 'index.d.ts'));
});

async function run(
  command: string,
  argv: readonly string[],
  cwd: string,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return await new Promise((resolve, reject) => {
    const env = cwd === project ? process.env : { ...environment, PATH: process.env['PATH'] };
    execFile(command, [...argv], { cwd, env }, (error: ExecFileException | null, stdout, stderr) => {
      if (error === null) resolve({ stdout, stderr });
      else reject(new Error(`${command} ${argv.join(' ')}: ${stdout}${stderr}`, { cause: error }));
    });
  });
}
