import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFolder, runProgram, temporaryFolder, writeNew } from './run-script.ts';

const packedSchema = z.tuple([z.object({ filename: z.string() })]);
const portSchema = z.object({ port: z.int() });
const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).default({}),
        }),
      ),
    }),
  ),
});
const gitlabSchema = z.object({ '.adsync': z.object({ before_script: z.array(z.string()) }) });

interface Registry {
  readonly url: string;
  readonly asked: readonly string[];
}

/** A registry that has the one package, adsync of this version, with this word in it. */
async function serveRegistry(word: string): Promise<Registry> {
  const folder = await temporaryFolder();
  const version = await ownVersion();
  await writeNew(join(folder, 'package.json'), JSON.stringify({ name: 'adsync', version, word }));
  await writeNew(join(folder, 'action.yml'), `name: ${word}\n`);
  const { log } = await runProgram(
    ['npm', 'pack', '--json', '--ignore-scripts', '--loglevel=error'],
    folder,
    {},
  );
  const [{ filename }] = packedSchema.parse(JSON.parse(log.slice(log.indexOf('['))));
  const tarball = await readFile(join(folder, filename));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    if (url.endsWith('.tgz')) {
      response.end(tarball);
      return;
    }
    const dist = { tarball: `http://${headers.host}/adsync.tgz`, integrity };
    const versions = { [version]: { name: 'adsync', version, dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: 'adsync', 'dist-tags': { latest: version }, versions }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${portSchema.parse(server.address()).port}/`, asked };
}

async function ownVersion(): Promise<string> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** What a pull request may bring, so that something else is installed or runs: settings of npm, packages, scripts. */
async function writeCheckout(folder: string, registry: string): Promise<void> {
  const version = await ownVersion();
  const settings = [
    `registry=${registry}`,
    'ignore-scripts=false',
    `script-shell=${folder}/shell`,
    `prefix=${folder}/theirs`,
    `node-options=--require=${folder}/theirs.cjs`,
  ].join('\n');
  const manifest = JSON.stringify({
    name: 'checkout',
    scripts: {
      preinstall: 'touch ran',
      install: 'touch ran',
      postinstall: 'touch ran',
      prepare: 'touch ran',
    },
    workspaces: ['action', '.adsync/action'],
    devEngines: { packageManager: { name: 'yarn', onFail: 'error' } },
  });
  for (const below of ['', 'action', '.adsync/action', '.adsync', 'theirs']) {
    await writeNew(join(folder, below, '.npmrc'), settings);
    await writeNew(join(folder, below, 'package.json'), manifest);
    const planted = JSON.stringify({ name: 'adsync', version, word: 'planted' });
    await writeNew(join(folder, below, 'node_modules/adsync/package.json'), planted);
  }
  await writeNew(
    join(folder, 'theirs.cjs'),
    `require('fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '')`,
  );
}

async function wordOf(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  return z.object({ word: z.unknown() }).parse(JSON.parse(text)).word;
}

/** A runner with its own settings of npm, which name the true registry. */
async function createRunner() {
  const [honest, hostile] = [await serveRegistry('honest'), await serveRegistry('hostile')];
  const home = await temporaryFolder();
  const workspace = join(home, 'workspace');
  await mkdir(workspace);
  await writeNew(
    join(home, '.npmrc'),
    `registry=${honest.url}\nprefix=${join(home, 'global')}\ncache=${join(home, 'cache')}\n`,
  );
  return {
    hostile,
    workspace,
    run: async (command: string, cwd: string) =>
      await runProgram(['bash', '-e', '-o', 'pipefail', '-c', command], cwd, { HOME: home }),
  };
}

test('on GitHub nothing of a pull request has a say in which adsync runs', async () => {
  const { jobs } = workflowSchema.parse(
    parse(await readFile(join(projectFolder, 'templates/github-workflow.yml'), 'utf8')),
  );
  for (const { steps } of Object.values(jobs)) {
    const { hostile, workspace, run } = await createRunner();
    const [checkout, install, action] = steps;
    const folder = join(workspace, z.string().catch('').parse(checkout?.with['path']));
    await writeCheckout(folder, hostile.url);

    const { code, log } = await run(install?.run ?? '', workspace);

    expect([code, log]).toEqual([0, expect.any(String)]);
    expect(await wordOf(join(workspace, action?.uses ?? ''))).toBe('honest');
    expect(hostile.asked).toEqual([]);
    await expect(readFile(join(folder, 'ran'))).rejects.toThrow('ENOENT');
    expect(action?.with['working-directory']).toBe(checkout?.with['path']);
  }
});

test('on GitLab nothing of a merge request has a say in which adsync runs', async () => {
  const template = await readFile(join(projectFolder, 'templates/gitlab-ci.yml'), 'utf8');
  const { before_script: install } = gitlabSchema.parse(parse(template))['.adsync'];
  const { hostile, workspace, run } = await createRunner();
  await writeCheckout(workspace, hostile.url);

  const { code, log } = await run(install.join('\n'), workspace);
  const { log: root } = await run('echo "$(npm root --global)"', workspace);

  expect([code, log]).toEqual([0, expect.any(String)]);
  expect(await wordOf(join(root.trim(), 'adsync'))).toBe('honest');
  expect(root).not.toContain(workspace);
  expect(hostile.asked).toEqual([]);
  await expect(readFile(join(workspace, 'ran'))).rejects.toThrow('ENOENT');
});
