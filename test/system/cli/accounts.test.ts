import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { asUser } from './as-user.ts';
import { type Bench, createBench } from './harness.ts';

const us = '18ce54d4x5t';
const accountsSchema = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    key: z.string().nullable(),
    permissions: z.array(z.string()).nullable(),
    currencies: z.array(z.string()),
    funding_instruments: z.array(z.record(z.string(), z.unknown())).nullable(),
  }),
);

async function accountsOf(bench: Bench, argv: readonly string[] = [], env = {}) {
  const { code, stdout, stderr } = await bench.adsync(['accounts', '--format', 'json', ...argv], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return accountsSchema.parse(JSON.parse(stdout));
}

test('the accounts of the credentials stand in a table, with what pays there', async () => {
  const bench = await createBench();
  await bench.control('POST', 'seed', {
    funding_instruments: [
      {
        id: 'hxline',
        account_id: us,
        type: 'CREDIT_LINE',
        description: 'Spring line',
        currency: 'EUR',
        credit_limit_local_micro: 5_000_000_000,
        credit_remaining_local_micro: 1_200_500_000,
      },
      {
        id: 'hxorder',
        account_id: us,
        type: 'INSERTION_ORDER',
        description: 'Old order',
        currency: 'USD',
        funded_amount_local_micro: 10_000_000_000,
        end_time: '2026-01-31T00:00:00Z',
      },
    ],
  });
  await bench.adsync(['apply', '--yes']);
  const written = await bench.writes();

  const { code, stdout, stderr } = await bench.adsync(['accounts']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['id', 'name', 'key', 'permissions', 'currency', 'time zone'],
    [us, 'Acme US', 'acme-us', 'ACCOUNT_ADMIN', 'USD, EUR', 'America/Los_Angeles'],
    ['18ce5uk0000', 'Acme UK', 'ACCOUNT_ADMIN', 'GBP', 'Europe/London'],
    [''],
    ['funding', 'account', 'type', 'left', 'description'],
    ['hxtet', us, 'CREDIT_CARD', 'USD, no limit told', 'Visa ending in 1111'],
    ['hxline', us, 'CREDIT_LINE', '1,200.50 EUR of 5,000.00 EUR', 'Spring line'],
    [
      'hxorder',
      us,
      'INSERTION_ORDER',
      'funded with 10,000.00 USD, cannot fund: EXPIRED, until 2026-01-31T00:00:00Z',
      'Old order',
    ],
    ['hxuk1', '18ce5uk0000', 'CREDIT_CARD', 'GBP, no limit told', 'Visa ending in 2222'],
    [''],
  ]);
  expect(await bench.writes()).toEqual(written);
});

test('JSON and YAML hold the same, amounts in units of the currency', async () => {
  const bench = await createBench();
  await bench.control('POST', 'seed', {
    funding_instruments: [
      {
        id: 'hxline',
        account_id: '18ce5uk0000',
        type: 'CREDIT_LINE',
        currency: 'GBP',
        credit_limit_local_micro: 5_000_000_000,
        credit_remaining_local_micro: 12_345,
      },
    ],
  });

  const [us1, uk] = await accountsOf(bench);
  const yaml = await bench.adsync(['accounts', '--format', 'yaml']);

  expect(us1).toMatchObject({ id: us, name: 'Acme US', key: null, permissions: ['ACCOUNT_ADMIN'] });
  expect(uk?.funding_instruments?.[1]).toMatchObject({
    id: 'hxline',
    currency: 'GBP',
    credit_limit: '5000.00',
    credit_remaining: '0.012345',
    funded_amount: null,
  });
  expect(parse(yaml.stdout)).toEqual([us1, uk]);
});

test.each([
  ['manager', ['AD_MANAGER'], 'USD'],
  ['composer', ['AD_MANAGER', 'TWEET_COMPOSER'], 'USD'],
  ['partner', ['PARTNER_AUDIENCE_MANAGER'], undefined],
])('the %s sees its own permissions, and what they reach to', async (name, permissions, currency) => {
  const bench = await createBench();

  const [account] = await accountsOf(bench, ['--account', us], asUser(name));
  const table = await bench.adsync(['accounts'], { env: asUser(name) });

  expect(account).toMatchObject({ permissions, currencies: currency === undefined ? [] : [currency] });
  expect(account?.funding_instruments === null).toBe(currency === undefined);
  expect(table.stdout.includes('these credentials may not read what pays here')).toBe(currency === undefined);
});

test('--account takes a key of the state and an id, and names what there is for another', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);

  const byKey = await accountsOf(bench, ['--account', 'acme-us']);
  const byId = await accountsOf(bench, ['--account', '18ce5uk0000']);
  const unknown = await bench.adsync(['accounts', '--account', 'acme-de']);

  expect(byKey).toMatchObject([{ id: us, key: 'acme-us' }]);
  expect(byId).toMatchObject([{ id: '18ce5uk0000', key: null }]);
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
  expect(unknown.stderr).toContain('error[ADSYNC_ACCOUNT_UNKNOWN]');
  expect(unknown.stderr).toContain('They see 18ce54d4x5t (Acme US), 18ce5uk0000 (Acme UK).');
});

test('names cannot draw on a terminal, nor become formulas, and programs read them as they are', async () => {
  const bench = await createBench();
  const names = [
    '\u001B[2Jgone',
    '=cmd|"/c calc"!A1',
    'yes',
    '2026-01-01',
    '0x10',
    'a,"b"\n\u202Ec: {d}',
    '- e',
  ];
  for (const [index, name] of names.entries())
    await bench.control('POST', 'seed', { accounts: [{ id: `18cehost${index}`, name }] });
  await bench.control('POST', 'mutate', [
    {
      collection: 'users',
      id: '756201191646691328',
      set: {
        accounts: Object.fromEntries(names.map((_name, index) => [`18cehost${index}`, ['ACCOUNT_ADMIN']])),
      },
    },
  ]);

  const json = await accountsOf(bench);
  const [table, yaml, csv] = [
    await bench.adsync(['accounts'], { typed: '' }),
    await bench.adsync(['accounts', '--format', 'yaml']),
    await bench.adsync(['accounts', '--format', 'csv']),
  ];

  expect(json.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(parse(yaml.stdout)).toEqual(json);
  for (const { stdout } of [table, yaml, csv])
    expect(stdout.replaceAll(/\n/g, '').match(/[\p{Cc}\u202E]/u)).toBeNull();
  expect(csv.stdout).toContain('"\'=cmd|""/c calc""!A1"');
});

test('an answer that is none is told, and nothing is shown of it', async () => {
  const bench = await createBench();
  await bench.control('PUT', 'faults', [
    { method: 'GET', path: '/12/accounts', effect: 'status', status: 200, body: { data: [{ id: 7 }] } },
  ]);

  const { code, stdout, stderr } = await bench.adsync(['accounts']);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('error[ADSYNC_ANSWER_INVALID]');
});

test('a state that cannot be read is told, and does not keep anybody from looking', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['accounts', '--state', 'mysql://host/db']);

  expect(code).toBe(0);
  expect(stdout).toContain('Acme US');
  expect(stderr).toContain('The state is not used');
});
