import { describe, expect, test } from 'vitest';
import { uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
type Query = Readonly<Record<string, string>>;

describe('accounts', () => {
  test('the industry stands on single reads only', async () => {
    const list = await client.send('GET', '/12/accounts');
    const one = await client.send('GET', `/12/accounts/${us}`);

    expect(list.records[0]).toEqual({
      id: us,
      name: 'Acme US',
      business_name: 'Acme',
      business_id: 'acme1',
      timezone: 'America/Los_Angeles',
      timezone_switch_at: '2026-12-01T00:00:00Z',
      approval_status: 'ACCEPTED',
      created_at: '2026-12-01T00:00:00Z',
      updated_at: '2026-12-01T00:00:00Z',
      deleted: false,
    });
    expect(one.record).toEqual({ ...list.records[0], industry_type: 'RETAIL' });
  });

  test.each<[Query, readonly string[]]>([
    [{ q: 'ACME u' }, [us, uk]],
    [{ q: 'acme uk' }, [uk]],
    [{ q: 'uk' }, []],
    [{ account_ids: `${uk},nobody` }, [uk]],
    [{ sort_by: 'name-asc' }, [uk, us]],
  ])('the list under %o', async (query, ids) => {
    const answer = await client.send('GET', '/12/accounts', { query });

    expect(answer.records.map((record) => record['id'])).toEqual(ids);
  });

  test.each<[Query, number, Readonly<Record<string, unknown>>]>([
    [
      { name: 'New', industry_type: 'HEALTH' },
      200,
      { name: 'New', industry_type: 'HEALTH', timezone: 'America/Los_Angeles' },
    ],
    [{ timezone: 'Europe/Berlin' }, 200, { timezone: 'America/Los_Angeles' }],
    [{ industry_type: 'SPACE' }, 400, {}],
    [{ name: '' }, 400, {}],
  ])('PUT %o is answered with %i', async (query, status, expected) => {
    const answer = await client.send('PUT', `/12/accounts/${us}`, { query });

    expect([answer.status, answer.record]).toMatchObject([status, expected]);
  });

  test('a sandbox account is made, used and deleted', async () => {
    const made = await client.send('POST', '/12/accounts');
    const path = `/12/accounts/${made.id}`;
    const access = await client.send('GET', `${path}/authenticated_user_access`);
    const gone = await client.send('DELETE', path);
    const after = await Promise.all([
      client.send('DELETE', path),
      client.send('GET', path),
      client.send('GET', path, { query: { with_deleted: 'true' } }),
      client.send('GET', `${path}/campaigns`),
    ]);

    expect(made.body.next_cursor).toBeNull();
    expect(access.record).toEqual({ user_id: '756201191646691328', permissions: ['ACCOUNT_ADMIN'] });
    expect(gone.record['deleted']).toBe(true);
    expect(after.map(({ status }) => status)).toEqual([404, 404, 200, 403]);
  });
});

describe('funding instruments', () => {
  const path = `/12/accounts/${us}/funding_instruments`;
  const valid = {
    currency: 'EUR',
    start_time: '2026-12-01',
    type: 'CREDIT_LINE',
    credit_limit_local_micro: '9007199254740993000',
  };

  test('one is made, and deleted for good', async () => {
    const made = await client.send('POST', path, { query: valid });
    const gone = await client.send('DELETE', `${path}/${made.id}`);
    const again = await client.send('DELETE', `${path}/${made.id}`);

    expect(made.text).toContain('"credit_limit_local_micro":9007199254740993000');
    expect(made.record).toMatchObject({
      account_id: us,
      description: '(no payment method has been set up yet)',
      entity_status: 'ACTIVE',
      able_to_fund: true,
      reasons_not_able_to_fund: [],
      io_header: null,
    });
    expect(gone.record).toMatchObject({
      deleted: true,
      able_to_fund: false,
      reasons_not_able_to_fund: ['DELETED'],
    });
    expect([again.status, again.codes]).toEqual([404, ['FUNDING_INSTRUMENT_NOT_FOUND']]);
  });

  test.each<[Query, string]>([
    [{ currency: '' }, 'currency'],
    [{ currency: 'euro' }, 'currency'],
    [{ start_time: '' }, 'start_time'],
    [{ type: 'CASH' }, 'type'],
    [{ type: 'INSERTION_ORDER' }, 'end_time'],
    [{ end_time: '2026-11-01' }, 'end_time'],
    [{ funded_amount_local_micro: '-1' }, 'funded_amount_local_micro'],
  ])('refuses %o', async (fields, parameter) => {
    const answer = await client.send('POST', path, { query: { ...valid, ...fields } });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });

  test('a campaign whose instrument is gone cannot serve', async () => {
    await client.send('DELETE', `${path}/hxtet`);

    const answer = await client.send('GET', `/12/accounts/${us}/campaigns/8zva0`);

    expect(answer.record['reasons_not_servable']).toEqual(['PAUSED_BY_ADVERTISER', 'FUNDING_PROBLEM']);
  });
});

describe('tracking tags', () => {
  const path = `/12/accounts/${us}/tracking_tags`;
  const valid = {
    line_item_id: '6zva',
    tracking_tag_type: 'CLICK_TRACKER',
    tracking_tag_url: 'https://example.com/c?a=[b]&c=+d',
  };

  test('one is made, changed in its address only, filtered by its line item, and deleted', async () => {
    const made = await client.send('POST', path, { query: valid });
    const one = `${path}/${made.id}`;
    const query = { tracking_tag_url: 'https://example.com/2', tracking_tag_type: 'IMPRESSION_TAG' };
    const changed = await client.send('PUT', one, { query });
    const found = await client.send('GET', path, { query: { line_item_ids: '6zva' } });
    const elsewhere = await client.send('GET', path, { query: { line_item_ids: 'other' } });
    const statuses = [await client.send('DELETE', one), await client.send('DELETE', one)].map(
      ({ status }) => status,
    );

    expect(made.record).toMatchObject({ ...valid, deleted: false });
    expect(changed.record).toMatchObject({ ...valid, tracking_tag_url: 'https://example.com/2' });
    expect(found.records).toEqual([changed.record]);
    expect(elsewhere.records).toEqual([]);
    expect(statuses).toEqual([200, 404]);
  });

  test.each<[Query, string]>([
    [{ line_item_id: '' }, 'line_item_id'],
    [{ line_item_id: 'nope' }, 'line_item_id'],
    [{ tracking_tag_type: 'PIXEL' }, 'tracking_tag_type'],
    [{ tracking_tag_url: '' }, 'tracking_tag_url'],
    [{ tracking_tag_url: 'ftp://example.com' }, 'tracking_tag_url'],
    [{ tracking_tag_url: 'https://' }, 'tracking_tag_url'],
  ])('refuses %o', async (fields, parameter) => {
    const answer = await client.send('POST', path, { query: { ...valid, ...fields } });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });

  test('PUT needs the address', async () => {
    const made = await client.send('POST', path, { query: valid });

    const answer = await client.send('PUT', `${path}/${made.id}`);

    expect([answer.status, answer.codes]).toEqual([400, ['MISSING_PARAMETER']]);
  });
});
