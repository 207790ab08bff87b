import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { documentJsonSchema } from '../../../src/schemas/json-schema.ts';
import { fileUri, type LanguageServer, startLanguageServer } from './language-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'adsync-editor-'));
let server: LanguageServer;

beforeAll(async () => {
  writeFileSync(path.join(folder, 'document.json'), JSON.stringify(documentJsonSchema()));
  server = startLanguageServer();
  await server.request('initialize', {
    processId: null,
    rootUri: null,
    capabilities: { textDocument: { completion: {}, hover: {}, publishDiagnostics: {} } },
  });
  server.notify('initialized', {});
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** A document open in the editor, `|` where the cursor stands. */
async function open(name: string, lines: readonly string[]) {
  const schemaLine = '# yaml-language-server: $schema=document.json';
  const written = [schemaLine, 'version: 1', ...lines].join('\n');
  const before = written.slice(0, written.indexOf('|')).split('\n');
  const text = written.replace('|', '');
  const uri = fileUri(path.join(folder, name));
  const diagnostics = server.diagnostics(uri);
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return {
    at: { textDocument: { uri }, position },
    diagnostics: z.array(diagnostic).parse(await diagnostics),
  };
}

const position = z.object({ line: z.int(), character: z.int() });
const diagnostic = z.object({
  message: z.string(),
  severity: z.int(),
  range: z.object({ start: position, end: position }),
});
const completions = z.object({
  items: z.array(z.looseObject({ label: z.string(), documentation: z.unknown().optional() })),
});
const hover = z.object({ contents: z.object({ value: z.string() }) });

const campaign = ['accounts:', '  acme-us:', '    id: 18ce54d4x5t', '    campaigns:', '      spring:'];

test('inside a campaign its fields are completed, and explained', async () => {
  const { at } = await open('completion.yaml', [...campaign, '        name: Spring', '        |']);

  const { items } = completions.parse(await server.request('textDocument/completion', at));

  const labels = items.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['funding_instrument', 'daily_budget', 'line_items', 'status']),
  );
  expect(labels).not.toContain('name');
  const budget = items.find(({ label }) => label === 'daily_budget');
  expect(JSON.stringify(budget?.documentation)).toContain('The most it spends a day');
});

test('the words of a choice are completed', async () => {
  const { at } = await open('words.yaml', [...campaign, '        status: |']);

  const { items } = completions.parse(await server.request('textDocument/completion', at));

  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['ACTIVE', 'PAUSED']));
});

test('inside a member of a list its fields are completed', async () => {
  const lines = [...campaign, '        line_items:', '          clicks:', '            targeting:'];
  const { at } = await open('member.yaml', [...lines, '              - type: LOCATION', '                |']);

  const { items } = completions.parse(await server.request('textDocument/completion', at));

  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['value', 'operator']));
});

test('a field is explained where the pointer rests on it', async () => {
  const { at } = await open('hover.yaml', [...campaign, '        daily_bud|get: 55.00']);

  const { contents } = hover.parse(await server.request('textDocument/hover', at));

  expect(contents.value.match(/The most it spends a day, in units of the currency/g)).toHaveLength(1);
  expect(contents.value.match(/Example/g)).toHaveLength(2);
});

test.each([
  ['name: Sp|ring', 'The name'],
  ['status: AC|TIVE', 'Whether it may spend'],
  ['funding_instrument: cr|edit', 'What pays for it'],
  ['total_budget: 1|500', 'The most it spends'],
  ['standard_delivery: tr|ue', ''],
  ['matrix: { ma|rket: [us] }', ''],
])('a value is explained once: %s', async (line, text) => {
  const { at } = await open(`hover-${line.length}-${line.charCodeAt(0)}.yaml`, [
    ...campaign,
    `        ${line}`,
  ]);

  const found = hover.nullable().parse(await server.request('textDocument/hover', at));
  const value = found?.contents.value ?? '';

  expect(value).toContain(text);
  expect(value).not.toContain('||');
  expect(value).not.toContain('adsync document');
});

test('a mistake is underlined where it stands, and nothing else', async () => {
  const { diagnostics } = await open('mistake.yaml', [
    ...campaign,
    '        dayly_budget: 55',
    '        status: ACTIVE',
  ]);

  expect(diagnostics.map(({ range }) => range)).toEqual([
    { start: { line: 7, character: 8 }, end: { line: 7, character: 20 } },
  ]);
  expect(diagnostics[0]?.message).toContain('dayly_budget');
});

test('a further file of a document need not repeat what another one says', async () => {
  const policy = await open('policy.yaml', ['policy: { max_daily_budget: 500 }']);
  const market = await open('market.yaml', [
    'accounts:',
    '  acme-us:',
    '    campaigns:',
    '      spring: { daily_budget: 55 }',
  ]);

  expect([...policy.diagnostics, ...market.diagnostics]).toEqual([]);
});

test('the sorts of targeting are completed', async () => {
  const { at } = await open('targeting.yaml', [
    ...campaign,
    '        line_items:',
    '          clicks:',
    '            targeting:',
    '              - type: LO|',
  ]);

  const { items } = completions.parse(await server.request('textDocument/completion', at));

  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['LOCATION', 'LANGUAGE']));
});

test('a matrix is completed with what it has beside its axes', async () => {
  const { at } = await open('matrix.yaml', [...campaign, '        matrix:', '          |']);

  const { items } = completions.parse(await server.request('textDocument/completion', at));

  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['exclude', 'include']));
});

test('what the document takes is not underlined: bare numbers, templates, references', async () => {
  const { diagnostics } = await open('right.yaml', [
    ...campaign,
    '        name: 2026',
    '        funding_instrument: { id: hxtet }',
    '        daily_budget: 55.00',
    '        total_budget: ${var.total}',
    '        purchase_order_number: 12e45',
  ]);

  expect(diagnostics).toEqual([]);
});
