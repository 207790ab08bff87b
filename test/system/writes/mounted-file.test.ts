import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { type Bench, createBench } from '../cli/harness.ts';

const names = ['0.yaml', '1.yaml', '2.yaml'];

async function createDocument(): Promise<Bench> {
  const bench = await createBench('');
  for (const [index, name] of names.entries()) {
    const head =
      index === 0 ? '    id: 18ce54d4x5t\n    funding_instruments: { credit: { id: hxtet } }\n' : '';
    const entry = `      c${index}:    { name: C${index}, funding_instrument: credit, daily_budget: 5.00 }\n`;
    await bench.write(`ads/${name}`, `version: 1\naccounts:\n  acme-us:\n${head}    campaigns:\n${entry}`);
  }
  await bench.adsync(['apply', '--yes', 'ads']);
  const campaigns = await bench.records('campaigns');
  const changes = campaigns
    .filter(({ name }) => /^C\d$/.test(String(name)))
    .map(({ id }) => ({ collection: 'campaigns', id, set: { daily_budget_amount_local_micro: 4_000_000 } }));
  await bench.control('POST', 'mutate', changes);
  return bench;
}

/** Makes a file one that can be written and not replaced, as in a container that it is mounted into; gives the way back. */
function mount(path: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['--bind', path, path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const unmount = (): void => void execFileSync('umount', [path]);
  let isMounted = true;
  onTestFinished(() => {
    if (isMounted) unmount();
  });
  return () => {
    isMounted = false;
    unmount?.();
  };
}

test.skipIf(process.platform !== 'linux').for([
  ['fmt', ['fmt', 'ads']],
  ['drift --accept', ['drift', '--accept', '--yes', 'ads']],
] as const)(
  '%s over a file that cannot be replaced changes none, and all once it can be',
  async ([_name, argv], { skip }) => {
    const bench = await createDocument();
    const read = async (): Promise<readonly string[]> =>
      await Promise.all(names.map(async (name) => await bench.read(`ads/${name}`)));
    const before = await read();
    const unmount = mount(join(bench.folder, 'ads', '1.yaml'));
    if (unmount === undefined) skip('only root may mount a file');

    const refused = await bench.adsync(argv);

    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('ADSYNC_DOCUMENT_UNWRITABLE'),
    ]);
    expect(refused.stderr).toContain('ads/1.yaml cannot be written (EBUSY)');
    expect(await read()).toEqual(before);
    expect(await readdir(join(bench.folder, 'ads'))).toEqual(names);
    expect((await readdir(join(bench.folder, '.adsync'))).filter((name) => name.startsWith('edit'))).toEqual(
      [],
    );

    unmount?.();
    const done = await bench.adsync(argv);

    expect([done.code, (await read()).filter((text, index) => text === before[index])]).toEqual([0, []]);
  },
);
