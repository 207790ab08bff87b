import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

const commands = ['plan', 'apply', 'destroy', 'drift'];

test.each(commands)('%s --refresh full reads a small account as without it', async (command) => {
  const bench = await createBench();
  const yes = command === 'plan' || command === 'drift' ? [] : ['--yes'];
  const all = await bench.requests();

  const { code } = await bench.adsync([command, '--refresh', 'full', ...yes]);
  const read = (await bench.requests()).slice(all.length).filter((request) => request.startsWith('GET '));

  expect(code).toBe(0);
  expect(read.some((request) => request.endsWith('/campaigns'))).toBe(true);
});

test.each(['none', ''])('--refresh %j is no way to read', async (mode) => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['plan', `--refresh=${mode}`]);

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_USAGE]');
  expect(stderr).toContain('the modes are full, incremental.');
});

test('the help of plan names --refresh', async () => {
  const bench = await createBench();

  const { stdout } = await bench.adsync(['plan', '--help']);

  expect(stdout).toContain('--refresh <mode>');
});
