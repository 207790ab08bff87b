import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaigns, createBench } from './harness.ts';

/** Turns the writing, starts a terminal's sequence by one character of C1, isolates, and begins a line. */
const hostile = 'Sa\u202Ele\u009B31m\u2066x\nin sync\uFEFF';
const obeyed = /[\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/;

async function renamedOutside() {
  const bench = await createBench(campaigns({ sale: 'name: Sale, status: PAUSED, daily_budget: 55' }));
  await bench.control('PUT', 'clock', { now: '2026-11-20T10:00:00Z', frozen: true });
  await bench.adsync(['apply', '--yes']);
  const record = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  const change = { collection: 'campaigns', id: record?.['id'], set: { name: hostile } };
  await bench.control('POST', 'mutate', [change]);
  return bench;
}

test('no form of a report holds what a terminal would obey, and JSON reads as the same text', async () => {
  const bench = await renamedOutside();
  const address = 'acme-us/campaigns/sale';
  const commands: readonly (readonly string[])[] = [
    ...['text', 'json', 'markdown', 'html', 'junit'].map((form) => ['drift', '--format', form]),
    ...['text', 'json', 'markdown', 'html'].map((form) => ['plan', '--format', form]),
    ['plan', '--why', address, '--json'],
    ['plan', '-o', 'plan.json', '--quiet'],
    ['apply', '--yes', '--json', '--undo-drift', address],
    ['state', 'history', '--json'],
    ['state', 'list', '--json'],
    ['state', 'show', address, '--json'],
  ];
  const texts = new Map<string, string>();
  for (const argv of commands) {
    const { stdout, stderr } = await bench.adsync(argv);
    texts.set(argv.join(' '), `${stdout}${stderr}`);
  }
  texts.set('plan.json', await readFile(join(bench.folder, 'plan.json'), 'utf8'));

  expect([...texts].filter(([, text]) => obeyed.test(text)).map(([name]) => name)).toEqual([]);
  expect(JSON.parse(texts.get('plan --format json') ?? '')).toEqual(JSON.parse(texts.get('plan.json') ?? ''));
  expect(JSON.stringify(JSON.parse(texts.get('plan.json') ?? ''))).toContain('\u202E');
  expect(texts.get('drift --format junit')).not.toMatch(/^in sync/m);
});
