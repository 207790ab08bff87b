import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { historyText } from '../../../src/report/history-text.ts';
import { textWidth } from '../../../src/report/text-width.ts';
import { wrapLines } from '../../../src/report/wrap-lines.ts';
import type { HistoryChange, HistoryRun } from '../../../src/schemas/history.ts';
import { createBench } from '../cli/harness.ts';
import { longDocument, tellStory } from './story.ts';

/** What a person sees on a terminal, each command after its line; what differs from run to run is made the same. */
async function storyAt(columns: number, env: Readonly<Record<string, string>>): Promise<string> {
  const bench = await createBench(longDocument);
  const told: string[] = [];
  await tellStory(bench, async (argv, typed = '') => {
    let seen = '';
    const { code } = await bench.adsync(argv, { typed, columns, env, onOutput: (text) => (seen = text) });
    told.push(`$ adsync ${argv.join(' ')}\n${seen}[exit ${code}]\n`);
  });
  return told.map(steady).join('\n');
}

// A prompt moves the cursor, which is no colour.
const start = String.fromCharCode(27);
const cursor = new RegExp(`${start}\\[\\d*[GJ]`, 'g');

/** Times become one time, and what is applied side by side stands in one order. */
function steady(text: string): string {
  const lines = text
    .replaceAll(cursor, '')
    .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '2026-11-20T10:00:00Z')
    .replaceAll(/ in \d\.\d s\./g, ' in 0.0 s.')
    .split('\n');
  const applied = lines.filter((line) => stripVTControlCharacters(line).startsWith('✓')).sort();
  return lines
    .map((line) => (stripVTControlCharacters(line).startsWith('✓') ? (applied.shift() ?? '') : line))
    .join('\n');
}

test.each([80, 200])('everything that is said, at %i columns and without colour', async (columns) => {
  const text = await storyAt(columns, { NO_COLOR: '1' });

  expect(text).not.toContain(start);
  const pages = text.split('\n').filter((line) => !line.startsWith('$ '));
  expect(pages.filter((line) => textWidth(line) > columns)).toEqual([]);
  await expect(text).toMatchFileSnapshot(`expected/story-${columns}.txt`);
});

// Readable on light and on dark backgrounds in the usual palettes: no yellow, white or dim text, which light ones lose,
// no blue or magenta, which dark ones lose, and no background of our own.
const readable: Readonly<Record<string, string>> = {
  '1': 'bold',
  '22': 'no longer bold',
  '31': 'red',
  '32': 'green',
  '36': 'cyan',
  '39': 'the usual colour',
};

test('colours are readable on every background, and say nothing that the words do not', async () => {
  const coloured = await storyAt(80, {});
  const plain = await storyAt(80, { NO_COLOR: '1' });

  const sequences = [...coloured.matchAll(new RegExp(`${start}\\[([^m]*)m`, 'g'))];
  const used = new Set(sequences.map(([, code]) => code));
  expect(used).toEqual(new Set(Object.keys(readable)));
  expect(stripVTControlCharacters(coloured)).toBe(plain);
  // Green and cyan are faint on some light backgrounds: they only stand on signs.
  const signs = new RegExp(`${start}\\[3[26]m(.*?)${start}\\[39m`, 'g');
  expect(new Set(Array.from(coloured.matchAll(signs), ([, sign]) => sign))).toEqual(new Set('+-~▶✓'));
});

const change: HistoryChange = {
  number: 1,
  at: '2026-11-20T10:00:00Z',
  address: 'acme-us/campaigns/spring-sale',
  action: 'update',
  kind: 'campaign',
  fields: ['name', 'daily_budget_amount_local_micro', 'purchase_order_number', 'entity_status'],
  outcome: 'refused',
  detail: 'the platform refused POST /12/batch/accounts/18ce54d4x5t/campaigns (HTTP 400)',
};
const run: HistoryRun = {
  run: '1',
  started_at: '2026-11-20T10:00:00Z',
  ended_at: null,
  ended_because: null,
  user: 'ada',
  machine: 'build-machine-of-the-marketing-department',
  pid: 4711,
  command: 'apply',
  document: `sha256:${'0'.repeat(64)}`,
  account_id: '18ce54d4x5t',
  account_key: 'acme-us',
  consents: [{ consent: 'undo-drift', address: 'acme-us/campaigns/spring-sale' }],
  changes: [
    change,
    { ...change, outcome: 'applied', detail: null, fields: ['name'] },
    {
      ...change,
      address: 'acme-us/campaigns/spring-sale/line_items/clicks/tracking_tags/impression',
      kind: 'tracking_tag',
      action: 'create',
      fields: ['tracking_tag_type'],
      outcome: 'open',
      detail: null,
    },
  ],
};

test.each([80, 200])('a history at %i columns', async (columns) => {
  const text = wrapLines(historyText([run], columns), columns);

  expect(text.split('\n').filter((line) => textWidth(line) > columns)).toEqual([]);
  await expect(text).toMatchFileSnapshot(`expected/history-${columns}.txt`);
});
