import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

const account = '18ce54d4x5t';
const three = {
  sale: 'name: Sale, status: ACTIVE, daily_budget: 55.00',
  spring: 'name: Spring, status: ACTIVE, daily_budget: 70.00',
  winter: 'name: Winter, status: PAUSED, daily_budget: 5.00',
};

/** Ids, times and names of people differ from run to run. */
function steady(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{8}\b/g, '<stop>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replaceAll(/\d\d:\d\d:\d\d UTC/g, '<time>')
    .replaceAll(/by [^\s@]+@[^\s:)]+/g, 'by <user>@<machine>');
}

async function statuses(bench: Bench): Promise<Readonly<Record<string, unknown>>> {
  const all = await bench.records('campaigns');
  return Object.fromEntries(
    all
      .filter(({ account_id: owner }) => owner === account)
      .map(({ name, entity_status: status }) => [String(name), status]),
  );
}

async function applied(document = campaigns(three)): Promise<Bench> {
  const bench = await createBench(document);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.control('POST', 'seed', {
    campaigns: [
      {
        id: 'f0re1',
        account_id: account,
        name: 'Theirs',
        funding_instrument_id: 'hxtet',
        entity_status: 'ACTIVE',
        daily_budget_amount_local_micro: 90_000_000,
      },
    ],
  });
  return bench;
}

test('a stop and its end, as they are told', async () => {
  const bench = await applied();
  const told = async (...argv: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await bench.adsync(argv);
    return steady(`$ adsync ${argv.join(' ')}\n${stdout}${stderr}exit ${code}\n`);
  };

  const begun = [
    await told('stop', '--reason', 'the price is wrong', '--yes'),
    await told('plan'),
    await told('apply', '--yes'),
    await told('drift'),
  ];
  // Stops are told in the order of their times, which are whole seconds.
  await sleep(1100);
  const ended = [
    await told('stop', 'acme-us/campaigns/sale', '--reason', 'twice', '--yes'),
    await told('resume', '--yes'),
    await told('resume', '--yes'),
    await told('plan'),
  ];

  await expect([...begun, ...ended].join('\n')).toMatchFileSnapshot('__snapshots__/stop.txt');
  expect(await statuses(bench)).toMatchObject({
    Sale: 'ACTIVE',
    Spring: 'ACTIVE',
    Winter: 'PAUSED',
    Theirs: 'ACTIVE',
  });
});

test.each<[string, string, string | undefined]>([
  ['no document', 'notes.txt', undefined],
  ['a broken document', 'campaigns.yaml', 'version: 1\naccounts: { acme-us: [\n'],
  [
    'a frozen policy',
    'campaigns.yaml',
    campaigns(three, 'policy: { freeze: [{ from: 2026-11-01T00:00:00Z, to: 2026-12-31T00:00:00Z }] }\n'),
  ],
])('with %s everything that adsync owns is stopped, and resumed', async (_, file, text) => {
  const bench = await applied();
  const before = await statuses(bench);
  await bench.write(file, text ?? '');
  if (text === undefined) await bench.write('campaigns.yaml', '');

  expect(await bench.adsync(['stop', '--reason', 'now', '--yes'])).toMatchObject({ code: 0 });
  const stopped = await statuses(bench);
  expect(await bench.adsync(['resume', '--yes'])).toMatchObject({ code: 0 });

  expect(stopped).toMatchObject({ Sale: 'PAUSED', Spring: 'PAUSED', Winter: 'PAUSED', Theirs: 'ACTIVE' });
  expect(await statuses(bench)).toEqual(before);
});

test('without document and state, a whole account is stopped by its id, and resumed', async () => {
  const bench = await applied();
  const before = await statuses(bench);
  const elsewhere = ['--state', 'sqlite:elsewhere.db'];

  const refused = await bench.adsync(['stop', '--reason', 'now', '--yes', ...elsewhere]);
  const stop = await bench.adsync([
    'stop',
    '--all',
    '--account',
    account,
    '--reason',
    'now',
    '--yes',
    ...elsewhere,
  ]);
  const stopped = await statuses(bench);
  const resume = await bench.adsync(['resume', '--yes', ...elsewhere]);

  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('adsync stop --account ID --all --reason TEXT');
  expect([stop.code, resume.code]).toEqual([0, 0]);
  expect(new Set(Object.values(stopped))).toEqual(new Set(['PAUSED']));
  expect(await statuses(bench)).toEqual(before);
});

test.each<[string, string, readonly string[]]>([
  [
    'the same name under another key',
    'name: Sale, status: ACTIVE, daily_budget: 55.00',
    ['--allow-recreate', 'acme-us/campaigns/other', '--undo-drift', 'acme-us/campaigns/other'],
  ],
  ['another key and another name', 'name: Other, status: ACTIVE, daily_budget: 55.00', []],
])('no stop is passed by a deletion and %s', async (_title, other, consents) => {
  const bench = await applied();
  expect(await bench.adsync(['stop', 'acme-us/campaigns/sale', '--reason', 'now', '--yes'])).toMatchObject({
    code: 0,
  });
  const before = await statuses(bench);
  await bench.write('campaigns.yaml', campaigns({ spring: three.spring, winter: three.winter, other }));

  const { code, stdout, stderr } = await bench.adsync(['apply', '--yes', ...consents]);

  expect(code).toBe(4);
  expect(stderr).toContain('(stop)');
  expect(steady(stdout).replaceAll(/\s+/g, ' ')).toMatch(
    /the plan deletes 1 resource \(acme-us\/campaigns\/sale\) that the stop <stop> .* has paused, and switches on 1 resource \(acme-us\/campaigns\/other\) anew/,
  );
  expect(await statuses(bench)).toEqual(before);
});

test('what others changed since is left, and said', async () => {
  const bench = await applied();
  expect(await bench.adsync(['stop', '--reason', 'now', '--yes'])).toMatchObject({ code: 0 });
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  await bench.control('PUT', 'clock', { advance_seconds: 60 });
  await bench.control('POST', 'mutate', [
    { collection: 'campaigns', id: sale?.['id'], set: { daily_budget_amount_local_micro: 1_000_000 } },
  ]);

  const { code, stdout } = await bench.adsync(['resume', '--yes']);

  expect([code, steady(stdout)]).toMatchSnapshot();
  expect(await statuses(bench)).toMatchObject({ Sale: 'PAUSED', Spring: 'ACTIVE' });
});

test('8,000 active campaigns are stopped with their pages and full batches alone, what can spend most first', async () => {
  const bench = await createBench();
  const count = 8000;
  await bench.control('PUT', 'limits', { active_campaigns: count + 10 });
  await bench.control('POST', 'seed', {
    campaigns: Array.from({ length: count }, (_, index) => ({
      id: `m${index.toString(36)}`,
      account_id: account,
      name: `Many ${index}`,
      funding_instrument_id: 'hxtet',
      entity_status: 'ACTIVE',
      budget_optimization: 'CAMPAIGN',
      daily_budget_amount_local_micro: (index + 1) * 10_000,
    })),
  });
  const before = (await bench.requests()).length;

  const stop = await bench.adsync(['stop', '--all', '--account', account, '--reason', 'now', '--yes']);

  expect(stop.code).toBe(0);
  expect(new Set(Object.values(await statuses(bench)))).toEqual(new Set(['PAUSED']));
  const all = (await bench.requests()).slice(before);
  const of = (method: string): readonly string[] => all.filter((request) => request.startsWith(method));
  // One of the account's campaigns is there from the beginning. Pages are read once before and once after: what somebody
  // switched on meanwhile is paused too. Where nobody is asked, none are read for the question.
  expect(new Set(of('POST'))).toEqual(new Set([`POST /12/batch/accounts/${account}/campaigns`]));
  expect(of('POST')).toHaveLength(count / 10);
  expect(new Set(of('GET'))).toEqual(new Set([`GET /12/accounts/${account}/campaigns`]));
  expect(of('GET').length).toBeLessThanOrEqual(2 * Math.ceil((count + 1) / 1000));
});
