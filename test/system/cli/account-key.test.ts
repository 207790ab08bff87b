import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { currentHolder } from '../../../src/state/holder.ts';
import { openStore } from '../../../src/state/open-store.ts';
import type { StateSnapshot } from '../../../src/state/store.ts';
import { type Bench, campaigns, createBench } from './harness.ts';

const accountId = '18ce54d4x5t';
const before = campaigns({ sale: 'name: Sale, daily_budget: 55', news: 'name: News, daily_budget: 5' });
const renamed = before.replace('acme-us:', 'us:');
const moved = `${renamed}moved: [{ from: acme-us, to: us }]\n`;

async function appliedBench(document = before): Promise<Bench> {
  const bench = await createBench(document);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0, stderr: '' });
  return bench;
}

async function stateOf(bench: Bench): Promise<StateSnapshot> {
  const store = await openStore(`sqlite:${join(bench.folder, '.adsync/state.db')}`);
  try {
    return await store.read();
  } finally {
    await store.close();
  }
}

/** As a run leaves the state that was cut off while it raised a budget. */
async function leftOpen(bench: Bench): Promise<void> {
  const { entries, bindings } = await stateOf(bench);
  const entry = entries.find(({ address }) => address === 'acme-us/campaigns/news');
  if (entry === undefined) throw new Error('the campaign is not in the state');
  const known: string[] = [];
  const params = { daily_budget_amount_local_micro: 6_000_000 };
  const after = {
    ...entry,
    declared: { ...entry.declared, ...params },
    answered: { ...entry.answered, ...params },
  };
  const { address, kind, id } = entry;
  const operation = {
    operation: 1,
    type: 'Update',
    address,
    kind,
    id,
    params,
    known,
    entry: after,
  } as const;
  const path = `/12/accounts/${accountId}/campaigns/${id}`;
  const at = Date.parse('2026-11-20T09:00:00Z');
  const request = { run: 'one', accountId, step: 1, method: 'PUT', path, at, timeoutMs: 30_000 } as const;
  const store = await openStore(`sqlite:${join(bench.folder, '.adsync/state.db')}`);
  const lease = await store.acquire(
    { accounts: bindings, document: '', command: 'apply' },
    currentHolder('one'),
  );
  await lease.recordIntent({ ...request, operations: [operation] });
  await lease.release();
  await store.close();
}

async function keysOf(bench: Bench): Promise<unknown> {
  const { bindings, entries } = await stateOf(bench);
  return {
    bound: bindings.map(({ accountKey }) => accountKey),
    entries: entries.map(({ address, accountKey }) => `${accountKey} ${address}`),
  };
}

const withNewKey = { bound: ['us'], entries: ['us us/campaigns/news', 'us us/campaigns/sale'] };

describe('moved gives an account another key', () => {
  test('the plan shows one move, apply sends nothing, and the plan after it is empty', async () => {
    const bench = await appliedBench();
    const writes = await bench.writes();
    await bench.write('campaigns.yaml', moved);

    const planned = await bench.adsync(['plan']);
    const known = await keysOf(bench);
    const applied = await bench.adsync(['apply', '--yes']);
    const again = await bench.adsync(['plan', '--detailed-exitcode']);

    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(planned.stdout).toContain('> moved from acme-us');
    expect(planned.stdout).toContain('Plan: 1 to move. 3 unchanged');
    expect(known).toMatchObject({ bound: ['acme-us'] });
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect(await bench.writes()).toEqual(writes);
    expect(await keysOf(bench)).toEqual(withNewKey);
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });

  test('so it does without the line, once the key has moved', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', moved);
    await bench.adsync(['apply', '--yes']);
    await bench.write('campaigns.yaml', renamed);

    expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0, stderr: '' });
  });

  test('without the line the refusal prints it', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', renamed);

    const { code, stderr } = await bench.adsync(['plan']);

    expect(code).toBe(1);
    expect(stderr).toContain('moved: [{ from: acme-us, to: us }]');
  });

  test('what changes beside the key is updated in the same run, with the new addresses', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', moved.replace('daily_budget: 5 ', 'daily_budget: 6 '));

    const { code } = await bench.adsync(['apply', '--yes']);

    expect(code).toBe(0);
    expect(await keysOf(bench)).toEqual(withNewKey);
    const news = (await bench.records('campaigns')).find(({ name }) => name === 'News');
    expect(news).toMatchObject({ daily_budget_amount_local_micro: 6_000_000 });
  });

  test('a part of the account takes the whole along, and leaves no address behind', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', moved);

    const { code, stdout } = await bench.adsync(['apply', '--yes', '--target', 'us/campaigns/news']);

    expect([code, stdout]).toEqual([0, expect.stringContaining('comes along with us/campaigns/news')]);
    expect(await keysOf(bench)).toEqual(withNewKey);
  });

  test('one resource may take another key in the same run', async () => {
    const bench = await appliedBench();
    const line =
      'moved: [{ from: acme-us, to: us }, { from: acme-us/campaigns/news, to: us/campaigns/blog }]\n';
    await bench.write('campaigns.yaml', `${renamed.replace('news:', 'blog:')}${line}`);

    const { code } = await bench.adsync(['apply', '--yes']);

    expect(code).toBe(0);
    expect(await keysOf(bench)).toEqual({
      bound: ['us'],
      entries: ['us us/campaigns/blog', 'us us/campaigns/sale'],
    });
  });

  test('a no leaves the state as it was', async () => {
    const bench = await appliedBench();
    const known = await keysOf(bench);
    await bench.write('campaigns.yaml', moved);

    const { code, stdout } = await bench.adsync(['apply'], { typed: 'no\n' });

    expect([code, stdout]).toEqual([1, expect.stringContaining('moved from acme-us')]);
    expect(await keysOf(bench)).toEqual(known);
  });

  test('the key of another account is refused', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', moved.replace(accountId, '18ce5uk0000').replace('hxtet', 'hxtuk'));

    const { code, stderr } = await bench.adsync(['plan']);

    expect(code).toBe(1);
    expect(stderr).toContain(`In this state acme-us is account ${accountId}`);
  });

  test('what has left the document is deleted, and named by either key', async () => {
    const bench = await appliedBench();
    const one = renamed.replace(/ +news: .*\n/, '');
    const line =
      'moved: [{ from: acme-us, to: us }]\nremoved: [{ from: acme-us/campaigns/news, destroy: false }]\n';
    await bench.write('campaigns.yaml', `${one}moved: [{ from: acme-us, to: us }]\n`);
    const deleted = await bench.adsync(['plan']);
    await bench.write('campaigns.yaml', `${one}${line}`);
    const forgotten = await bench.adsync(['plan']);

    expect(deleted.stdout).toContain('Plan: 1 to delete, 1 to move.');
    expect(forgotten.stdout).toContain('Plan: 1 to move, 1 to forget.');
  });

  test('a saved plan moves it, and is stale once the key has moved', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', moved);
    await bench.adsync(['plan', '-o', 'plan.json']);

    const applied = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);
    const again = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

    expect([applied.code, again.code]).toEqual([0, 3]);
    expect(await keysOf(bench)).toEqual(withNewKey);
  });

  test('a drift report speaks of the new key, and changes nothing', async () => {
    const bench = await appliedBench();
    const known = await keysOf(bench);
    await bench.write('campaigns.yaml', moved);
    const id = (await bench.records('campaigns')).find(({ name }) => name === 'News')?.['id'];
    await bench.control('POST', 'mutate', [{ collection: 'campaigns', id, set: { name: 'Other' } }]);

    const { code, stdout } = await bench.adsync(['drift']);

    expect([code, stdout]).toEqual([0, expect.stringContaining('Other  us/campaigns/news')]);
    expect(await keysOf(bench)).toEqual(known);
  });

  test('what an earlier run left open is found out first, and moves along', async () => {
    const bench = await appliedBench();
    await leftOpen(bench);
    await bench.write('campaigns.yaml', moved);

    const planned = await bench.adsync(['plan']);
    const applied = await bench.adsync(['apply', '--yes']);

    expect([planned.code, applied.code]).toEqual([0, 0]);
    expect(await stateOf(bench)).toMatchObject({ openIntents: [] });
    expect(await keysOf(bench)).toEqual(withNewKey);
    expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  });

  test('a state that is rebuilt has the new key', async () => {
    const bench = await appliedBench();
    await bench.adsync(['state', 'rm', 'acme-us/campaigns/news', '--yes']);
    await bench.write('campaigns.yaml', moved);

    expect(await bench.adsync(['state', 'rebuild', '--yes'])).toMatchObject({ code: 0 });

    expect(await keysOf(bench)).toEqual(withNewKey);
  });

  test('destroying under the new key leaves nothing behind under the old one', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', moved);

    const { code } = await bench.adsync(['destroy', '--yes', '--override', 'max_deletes']);

    expect(code).toBe(0);
    expect(await keysOf(bench)).toEqual({ bound: ['us'], entries: [] });
  });

  test('what was deleted outside is forgotten under the key that the state has for it', async () => {
    const bench = await appliedBench();
    for (const { id, name } of await bench.records('campaigns'))
      if (name === 'News' || name === 'Sale')
        await bench.control('POST', 'mutate', [{ collection: 'campaigns', id, set: { deleted: true } }]);
    await bench.write('campaigns.yaml', moved);

    const { code } = await bench.adsync(['destroy', '--yes']);

    expect(code).toBe(0);
    expect(await keysOf(bench)).toEqual({ bound: ['us'], entries: [] });
  });

  test('--account names the new key', async () => {
    const bench = await appliedBench();
    await bench.write('campaigns.yaml', moved);

    expect(await bench.adsync(['apply', '--yes', '--account', 'us'])).toMatchObject({ code: 0, stderr: '' });

    expect(await keysOf(bench)).toEqual(withNewKey);
  });

  test('members that were pushed are not pushed once more', async () => {
    const members = `version: 1
accounts:
  acme-us:
    id: ${accountId}
    audiences: { buyers: { name: Buyers, users: { file: buyers.csv } } }
`;
    const bench = await createBench(members);
    await bench.write('buyers.csv', 'email\nann@example.com\n');
    await bench.adsync(['apply', '--yes']);
    const writes = await bench.writes();
    await bench.write(
      'campaigns.yaml',
      `${members.replace('acme-us:', 'us:')}moved: [{ from: acme-us, to: us }]\n`,
    );

    const applied = await bench.adsync(['apply', '--yes']);

    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect(await bench.writes()).toEqual(writes);
    expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  });
});

describe('state mv gives an account another key', () => {
  test('with all that the state holds of it, and the plan with the new key is empty', async () => {
    const bench = await appliedBench();

    const { code, stdout } = await bench.adsync(['state', 'mv', 'acme-us', 'us']);
    await bench.write('campaigns.yaml', renamed);

    expect([code, stdout]).toEqual([
      0,
      'acme-us → us\nacme-us/campaigns/news → us/campaigns/news\nacme-us/campaigns/sale → us/campaigns/sale\n',
    ]);
    expect(await keysOf(bench)).toEqual(withNewKey);
    expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['us', 'acme', 'nothing has the address us'],
    ['acme-us', 'Acme', 'cannot be moved to Acme: Acme is no key'],
    ['acme-us', 'acme-uk', 'the state knows an account acme-uk already'],
    ['acme-us', 'us/campaigns/a', 'entries move within their account only'],
  ])('%s to %s is refused, and nothing changes', async (from, to, reason) => {
    const bench = await appliedBench(`${before}  acme-uk: { id: 18ce5uk0000 }\n`);
    const known = await keysOf(bench);

    const { code, stderr } = await bench.adsync(['state', 'mv', from, to]);

    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(await keysOf(bench)).toEqual(known);
  });

  test('not while what became of a request is unknown', async () => {
    const bench = await appliedBench();
    await leftOpen(bench);

    expect((await bench.adsync(['state', 'mv', 'acme-us', 'us'])).code).toBe(7);

    expect(await keysOf(bench)).toMatchObject({ bound: ['acme-us'] });
  });
});
