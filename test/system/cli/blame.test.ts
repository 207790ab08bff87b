import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sign } from '../../support/sign.ts';
import { type Bench, campaigns, createBench } from './harness.ts';

const examples = join(import.meta.dirname, '../../../examples');
const address = 'acme-us/campaigns/sale';
const rowsSchema = z.array(
  z.looseObject({
    field: z.string(),
    value: z.unknown(),
    at: z.string().nullable(),
    actor: z.string(),
    remark: z.string().nullable(),
  }),
);

async function rowsOf(bench: Bench, ...argv: readonly string[]) {
  const { code, stdout, stderr } = await bench.adsync(['blame', ...argv, '--format', 'json']);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
  return new Map(rowsSchema.parse(JSON.parse(stdout)).map((row) => [row.field, row]));
}

async function applied(isKept: boolean) {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, daily_budget: 55.00, purchase_order_number: PO-1' }),
  );
  if (isKept) await bench.control('PUT', 'limits', { account_history: 'allowlisted' });
  await bench.adsync(['apply', '--yes']);
  const id = String((await bench.records('campaigns')).find(({ name }) => name === 'Sale')?.['id']);
  await bench.control('PUT', 'clock', { advance_seconds: 60 });
  return { bench, id };
}

/** A change by the manager, who is another user than that of the credentials. */
async function changeAsManager({ sandbox }: Bench, id: string, query: string): Promise<void> {
  const { ready } = sandbox;
  const secrets = {
    ...ready,
    access_token: '756201191646691329-sandboxmanagerToken',
    access_token_secret: 'sandboxmanagerTokenSecret',
  };
  const url = `${ready.ads_base_url}/12/accounts/18ce54d4x5t/campaigns/${id}?${query}`;
  const answer = await fetch(url, { method: 'PUT', headers: { authorization: sign('PUT', url, secrets) } });
  expect(answer.status).toBe(200);
}

test('each value is told with who gave it: a run of adsync, or a user of the platform', async () => {
  const { bench, id } = await applied(true);
  await changeAsManager(bench, id, 'daily_budget_amount_local_micro=60000000');
  const written = await bench.writes();

  const rows = await rowsOf(bench, address);
  const table = await bench.adsync(['blame', id]);
  const csv = await bench.adsync(['blame', address, '--format', 'csv']);

  expect(rows.get('name')).toMatchObject({ value: 'Sale', actor: 'adsync', command: 'apply', remark: null });
  expect(rows.get('daily_budget')).toMatchObject({
    value: '60.00',
    actor: 'platform',
    user_id: '756201191646691329',
    means: 'API_OTHER',
  });
  expect(rows.get('daily_budget')?.at).toMatch(/^2026-11-20T10:01:\d\dZ$/);
  expect(rows.get('status')).toMatchObject({ value: 'PAUSED', actor: 'adsync' });
  expect(table.stdout).toMatch(
    new RegExp(`^campaign ${id} {2}Sale {2}${address}\n\nfield +value +since +by\n`),
  );
  expect(table.stdout).toMatch(
    /^daily_budget +60.00 USD\/day +2026-\S+ +user 756201191646691329 \(API_OTHER\)$/m,
  );
  expect(table.stdout).toMatch(/^name +Sale +2026-\S+ +adsync apply of .*@.*, run /m);
  expect(csv.stdout.split('\n')[0]).toMatch(/^address,kind,account_id,id,field,value,at,actor,run,/);
  expect(await bench.writes()).toEqual(written);
});

test('where the history is not open, adsync is named as long as nobody changed the record since', async () => {
  const { bench, id } = await applied(false);
  const before = await rowsOf(bench, address);
  await changeAsManager(bench, id, 'daily_budget_amount_local_micro=60000000');

  const after = await rowsOf(bench, address);
  const table = await bench.adsync(['blame', address]);

  expect([...before.values()].map(({ actor }) => actor)).toEqual([...before].map(() => 'adsync'));
  expect([...after.values()].map(({ actor }) => actor)).toEqual([...after].map(() => 'unknown'));
  expect(after.get('daily_budget')?.remark).toMatch(
    /^somebody changed it after 2026-11-20T10:00:\d\dZ, when adsync apply/,
  );
  expect(after.get('name')?.remark).toMatch(
    /wrote this value at .*; whether somebody changed it since is not told$/,
  );
  expect(table.stdout).toContain('The history of the platform is not open to this account');
});

test('what the history does not explain is unknown, whoever it names', async () => {
  const { bench, id } = await applied(true);
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id, set: { name: 'Mine' } }]);

  const rows = await rowsOf(bench, address);

  expect(rows.get('name')).toMatchObject({ actor: 'unknown', at: null });
  expect(rows.get('daily_budget')).toMatchObject({ actor: 'unknown' });
  expect(rows.get('daily_budget')?.remark).toMatch(
    /^the record was changed at 2026-\S+, which the history of the platform does not tell$/,
  );
});

test("the same value written by two within seconds is nobody's", async () => {
  const { bench, id } = await applied(true);
  await bench.write(
    'campaigns.yaml',
    campaigns({ sale: 'name: Sale, daily_budget: 50.00, purchase_order_number: PO-2' }),
  );
  await bench.adsync(['apply', '--yes']);
  const { ready } = bench.sandbox;
  const url = `${ready.ads_base_url}/12/accounts/18ce54d4x5t/campaigns/${id}?purchase_order_number=PO-3`;
  await fetch(url, { method: 'PUT', headers: { authorization: sign('PUT', url, ready) } });

  const rows = await rowsOf(bench, address);

  expect(rows.get('purchase_order_number')).toMatchObject({ value: 'PO-3', actor: 'unknown' });
});

test('a record that nobody declares is told by its id, a deleted one with who deleted it', async () => {
  const { bench, id } = await applied(true);
  const name = 'Ev\u001B[2J\u202E=1+1';
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: '8zva0', set: { name } }]);
  await bench.write('campaigns.yaml', campaigns({ other: 'name: Other, daily_budget: 5' }));
  await bench.adsync(['apply', '--yes']);

  const foreign = await rowsOf(bench, '8ZVA0');
  const table = await bench.adsync(['blame', '8zva0', '--kind', 'campaign'], { typed: '' });
  const gone = await rowsOf(bench, id, '--kind', 'campaigns');

  expect(foreign.get('name')).toMatchObject({
    value: name,
    actor: 'unknown',
    remark: null,
  });
  expect(table.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u);
  expect(gone.get('deleted')).toMatchObject({ value: true, actor: 'adsync', command: 'apply' });
});

test('every resource of every kind can be asked about', async () => {
  const bench = await createBench(readFileSync(join(examples, 'campaigns.yaml'), 'utf8'));
  await bench.write('buyers.csv', readFileSync(join(examples, 'buyers.csv'), 'utf8'));
  await bench.control('PUT', 'limits', { account_history: 'allowlisted' });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  const { stdout } = await bench.adsync(['state', 'list', '--json']);
  const entries = z
    .array(z.object({ address: z.string(), kind: z.string(), origin: z.string() }))
    .parse(JSON.parse(stdout));
  const seen = new Set<string>();
  for (const { address: each, kind, origin } of entries.filter(
    (entry) => entry.kind !== 'audience_members',
  )) {
    if (seen.has(kind) || origin !== 'created') continue;
    seen.add(kind);
    const actors = [...(await rowsOf(bench, each)).values()].map(({ actor }) => actor);
    expect({ each, others: actors.filter((actor) => actor === 'platform') }).toEqual({ each, others: [] });
  }
  expect(seen.size).toBeGreaterThan(11);
});

const refused: readonly (readonly [line: string, code: string, text: string])[] = [
  ['acme-us/campaigns/salf', 'ADSYNC_ADDRESS_UNKNOWN', `Did you mean ${address}?`],
  ['a/../b', 'ADSYNC_USAGE', '"a/../b" is neither an address nor an id'],
  ['9zzzz', 'ADSYNC_RECORD_UNKNOWN', 'the account has no campaign or line item 9zzzz'],
  ['9zzzz --kind card', 'ADSYNC_RECORD_UNKNOWN', 'the account has no card 9zzzz'],
  ['8zva0 --kind nonsense', 'ADSYNC_USAGE', 'there is no kind nonsense'],
  ['8zva0 --account 18ceother', 'ADSYNC_ACCOUNT_UNKNOWN', 'They see 18ce54d4x5t (Acme US)'],
];

test('what cannot be meant is refused', async () => {
  const { bench } = await applied(false);
  for (const [line, code, text] of refused) {
    const ran = await bench.adsync(['blame', ...line.split(' ')]);

    expect({ line, ...ran }).toMatchObject({ line, code: 1, stdout: '' });
    expect(ran.stderr).toContain(`error[${code}]`);
    expect(ran.stderr).toContain(text);
  }
});

test('a history that cannot be read counts as none, and one that fails ends the command', async () => {
  const { bench } = await applied(true);
  const withFault = async (fault: object) => {
    await bench.control('PUT', 'faults', [
      { method: 'GET', path: '/12/accounts/*/account_history', ...fault },
    ]);
    return await bench.adsync(['blame', address]);
  };
  const odd = await withFault({
    effect: 'status',
    status: 200,
    body: { data: [{ change_time: 'x' }, null] },
  });
  const strange = await withFault({
    effect: 'status',
    status: 200,
    body: {
      data: [
        {
          change_time: '2026-11-20T10:00:30Z',
          change_type: 'MERGE',
          changes: 'all',
          entity_data: { name: 7 },
        },
        {
          change_time: '2026-11-20T10:00:30Z',
          changes: { __proto__: 1, name: [] },
          change_by: { user_id: 1 },
        },
      ],
    },
  });
  const closed = await withFault({
    effect: 'status',
    status: 401,
    body: { errors: [{ code: 89, message: 'no' }] },
  });

  expect(odd.stdout).toContain('The history of the platform is not open to this account');
  expect(strange).toMatchObject({ code: 0 });
  expect(strange.stdout).toMatch(/^name +Sale +unknown$/m);
  expect(closed).toMatchObject({ code: 1, stdout: '' });
});
