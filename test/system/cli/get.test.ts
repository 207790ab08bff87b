import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Bench, campaigns, createBench } from './harness.ts';

const examples = join(import.meta.dirname, '../../../examples');
const recordsSchema = z.array(z.looseObject({ id: z.string(), deleted: z.boolean() }));
const entriesSchema = z.array(
  z.object({ address: z.string(), kind: z.string(), id: z.string(), accountId: z.string() }),
);

/** A bench whose document has all kinds, applied. */
async function createFullBench(): Promise<Bench> {
  const bench = await createBench(readFileSync(join(examples, 'campaigns.yaml'), 'utf8'));
  await bench.write('buyers.csv', readFileSync(join(examples, 'buyers.csv'), 'utf8'));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

/** Records that a command line shows, in the account acme-us unless it names one. */
async function recordsOf(bench: Bench, line: string) {
  const account = line.includes('--account') ? [] : ['--account', 'acme-us'];
  const argv = ['get', ...line.split(' '), ...account, '--format', 'json'];
  const { code, stdout, stderr } = await bench.adsync(argv);
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
  return recordsSchema.parse(JSON.parse(stdout));
}

test('whatever was applied is found by its kind and id, in every form, by reading alone', async () => {
  const bench = await createFullBench();
  const { stdout } = await bench.adsync(['state', 'list', '--json', '--account', 'acme-us']);
  const entries = entriesSchema.parse(JSON.parse(stdout)).filter(({ kind }) => kind !== 'audience_members');
  const kinds = new Set(entries.map(({ kind }) => kind));
  const written = await bench.writes();

  for (const { kind, id } of entries) {
    const line = `${kind} ${id}`;
    const records = await recordsOf(bench, line);
    const forms = ['yaml', 'csv', 'table'].map(
      async (form) => await bench.adsync(['get', kind, id, '--account', 'acme-us', '--format', form]),
    );
    const [yaml, csv, table] = await Promise.all(forms);
    expect({ line, records }).toMatchObject({ line, records: [{ id, deleted: false }] });
    expect(parse(yaml?.stdout ?? '')).toEqual(records);
    expect(csv?.stdout.split('\n')[0]?.split(',').toSorted()).toEqual(
      Object.keys(records[0] ?? {}).toSorted(),
    );
    expect(table?.stdout).toContain(id);
  }
  expect(kinds.size).toBeGreaterThanOrEqual(14);
  expect(await bench.writes()).toEqual(written);
});

test('the campaigns of an account stand in a table, amounts in units of the currency', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 55.50, total_budget: 1500' }),
  );
  await bench.adsync(['apply', '--yes']);

  const { code, stdout, stderr } = await bench.adsync(['get', 'campaigns']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['id', 'name', 'funding_instrument', 'status', 'daily_budget', 'total_budget'],
    ['8zva0', 'Evergreen', 'hxtet', 'PAUSED', '50.00 USD/day'],
    ['9k000', 'Sale', 'hxtet', 'ACTIVE', '55.50 USD/day', '1,500.00 USD'],
    [''],
  ]);
});

test('no digit of an amount is lost, however large', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  const [{ id } = { id: '' }] = z
    .array(z.looseObject({ id: z.string() }))
    .parse(await bench.records('campaigns'));
  const body = JSON.stringify([{ collection: 'campaigns', id, set: { daily_budget_amount_local_micro: 0 } }]);
  await fetch(`${bench.sandbox.ready.admin_url}/mutate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body.replace('_micro":0', '_micro":9223372036854775807'),
  });

  const table = await bench.adsync(['get', 'campaign', id]);

  expect(await recordsOf(bench, `campaign ${id}`)).toMatchObject([
    { daily_budget: '9223372036854.775807', currency: 'USD' },
  ]);
  expect(table.stdout).toContain('9,223,372,036,854.775807 USD/day');
});

test('--parent takes what stands beneath some records, and --deleted what is deleted too', async () => {
  const bench = await createFullBench();
  const sale = (await recordsOf(bench, 'campaigns')).find((record) => record['name'] === 'Sale spring 2026');
  const [clicks] = await recordsOf(bench, `line_items --parent ${sale?.id.toUpperCase()}`);
  const targeting = await recordsOf(bench, `targeting --parent ${clicks?.id}`);
  const all = await recordsOf(bench, 'targeting');
  await bench.control('POST', 'mutate', [
    { collection: 'line_items', id: clicks?.id, set: { deleted: true } },
  ]);

  expect(clicks).toMatchObject({
    campaign_id: sale?.id,
    name: 'Clicks',
    bid_amount: '1.20',
    currency: 'USD',
  });
  expect(targeting).toHaveLength(2);
  expect(all.length).toBeGreaterThan(targeting.length);
  expect(await recordsOf(bench, `line_items --parent ${sale?.id}`)).toEqual([]);
  expect(await recordsOf(bench, `line_items --parent ${sale?.id} --deleted`)).toMatchObject([
    { id: clicks?.id, deleted: true },
  ]);
  const table = await bench.adsync(['get', 'line-items', '--account', 'acme-us', '--deleted']);
  expect(table.stdout).toMatch(new RegExp(`^${clicks?.id} .* deleted$`, 'm'));
});

test('the account is named by its id, by its key, or by nothing where there is one', async () => {
  const bench = await createBench();
  const byDocument = await bench.adsync(['get', 'campaigns', '--account', 'acme-us']);
  const alone = await bench.adsync(['get', 'campaigns']);
  const byId = await bench.adsync(['get', 'campaigns', '--account', '18ce54d4x5t']);
  await bench.write(
    'campaigns.yaml',
    'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t }, b: { id: 18ce5uk0000 } }\n',
  );
  const two = await bench.adsync(['get', 'campaigns']);
  await bench.write('campaigns.yaml', 'version: 1\naccounts: [\n');
  const broken = await bench.adsync(['get', 'campaigns', '--account', '18ce54d4x5t']);
  const none = await bench.adsync(['get', 'campaigns']);

  for (const { code, stdout } of [byDocument, alone, byId, broken])
    expect({ code, stdout }).toEqual({ code: 0, stdout: byId.stdout });
  expect(byId.stderr).toBe('');
  expect(two.stderr).toContain(
    'nothing says which account is meant\n  Name one of acme-us, b with --account',
  );
  expect(broken.stderr).toContain('The document is not used, for it cannot be read');
  expect(none.stderr).toContain("Name it by the platform's id: --account ID.");
  expect(await bench.writes()).toEqual([]);
});

test('settings are shown a field a line, and what is sensitive is not shown', async () => {
  const bench = await createBench(
    campaigns({}, '').replace(
      'campaigns:',
      'tax_settings: { tax_category: BUSINESS_WITH_VAT, tax_id: DE123456 }',
    ),
  );
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  const table = await bench.adsync(['get', 'tax_settings']);
  const account = await bench.adsync(['get', 'account', '18ce54d4x5t']);
  const user = await bench.adsync(['get', 'user_settings', '--format', 'csv']);

  expect(table.stdout).toMatch(/^tax_category +BUSINESS_WITH_VAT$/m);
  expect(table.stdout).toMatch(/^tax_id +\(sensitive\)$/m);
  expect(await recordsOf(bench, 'tax_settings')).toMatchObject([{ tax_id: '(sensitive)' }]);
  expect(table.stdout).not.toContain('DE123456');
  expect(account.stdout).toBe('id             18ce54d4x5t\nname           Acme US\nindustry_type  RETAIL\n');
  expect(user.stdout).toContain('756201191646691328');
});

test.each<[line: string, code: string, text: string]>([
  ['campain', 'ADSYNC_USAGE', 'there is no kind campain\n  Did you mean campaign?'],
  ['nonsense', 'ADSYNC_USAGE', 'there is no kind nonsense\n  There are account, '],
  ['shared_with', 'ADSYNC_USAGE', 'Say which: audience_permission or tailored_audience_permission.'],
  ['audience_members', 'ADSYNC_USAGE', 'the platform lists no audience members of an account'],
  [
    'tailored_audience_permission',
    'ADSYNC_USAGE',
    'Name a tailored audience that it stands beneath: --parent ID.',
  ],
  ['campaign --parent 8zva0', 'ADSYNC_USAGE', 'a campaign stands beneath no other record'],
  ['campaign ../../x', 'ADSYNC_USAGE', '"../../x" is not an id'],
  ['line_item --parent a/b', 'ADSYNC_USAGE', '"a/b" is not an id'],
  ['campaign --account ..', 'ADSYNC_ACCOUNT_UNKNOWN', 'no account is called .., and it is no id'],
  ['campaign --account 18ceother', 'ADSYNC_ACCOUNT_UNKNOWN', 'They see 18ce54d4x5t (Acme US)'],
  ['media 7_1', 'ADSYNC_RECORD_UNKNOWN', 'there is no media library item 7_1'],
  ['account 18ceother', 'ADSYNC_ACCOUNT_UNKNOWN', 'They see 18ce54d4x5t (Acme US)'],
])('adsync get %s is refused', async (line, code, text) => {
  const bench = await createBench();

  const ran = await bench.adsync(['get', ...line.split(' ')]);

  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain(`error[${code}]`);
  expect(ran.stderr).toContain(text);
});

test('ids that are there are shown, and those that are not are named', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['get', 'campaign', '8ZVA0', '9zzzz', '8zva0']);

  expect(code).toBe(1);
  expect(stdout.match(/^8zva0 /gm)).toHaveLength(1);
  expect(stderr).toBe(
    'error[ADSYNC_RECORD_UNKNOWN]: there is no campaign 9zzzz\n  Check the ids and the account. With --deleted, deleted ones are shown as well.\n',
  );
});

test('names cannot draw on a terminal, nor become formulas, and programs read them as they are', async () => {
  const bench = await createBench();
  const name = '=1+1,"\u001B[2J\u202E';
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: '8zva0', set: { name } }]);

  const forms = ['table', 'yaml', 'csv'].map(
    async (form) => await bench.adsync(['get', 'campaigns', '--format', form], { typed: '' }),
  );

  expect(await recordsOf(bench, 'campaigns')).toMatchObject([{ name }]);
  for (const { stdout } of await Promise.all(forms))
    expect(stdout.replaceAll('\n', '').match(/[\p{Cc}\u202E]/u)).toBeNull();
  const [, yaml, csv] = await Promise.all(forms);
  expect(parse(yaml?.stdout ?? '')).toMatchObject([{ name }]);
  expect(csv?.stdout).toContain(`8zva0,"'=1+1,""�[2J�",`);
});
