import { describe, expect, test } from 'vitest';
import { uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T10:30:00Z' });
const account = `/12/accounts/${us}`;
type Query = Readonly<Record<string, string>>;

const get = (path: string, query: Query = {}) => client.send('GET', path, { query });

test('R158 R159 R161 R166 a single read shows every field of an account, a list all but its industry', async () => {
  const one = await get(account);
  const list = await get('/12/accounts', { account_ids: us });

  const { industry_type: industry, ...listed } = one.record;
  expect(list.records).toEqual([listed]);
  expect(industry).toBe('RETAIL');
  expect(one.record).toEqual({
    id: us,
    name: 'Acme US',
    business_name: 'Acme',
    business_id: 'acme1',
    timezone: 'America/Los_Angeles',
    timezone_switch_at: '2026-12-01T10:30:00Z',
    approval_status: 'ACCEPTED',
    industry_type: 'RETAIL',
    created_at: '2026-12-01T10:30:00Z',
    updated_at: '2026-12-01T10:30:00Z',
    deleted: false,
  });
});

describe('the list of accounts', () => {
  test.each<[string, Query, readonly string[]]>([
    ['R162 account_ids', { account_ids: `${uk},nope` }, [uk]],
    ['R164 q is a prefix in whatever case', { q: 'aCME u' }, [us, uk]],
    ['R164 q is no substring', { q: 'cme' }, []],
    ['R165 sort_by and count', { sort_by: 'name-asc', count: '1' }, [uk]],
  ])('%s', async (_rule, query, ids) => {
    const answer = await get('/12/accounts', query);

    expect(answer.records.map((record) => record['id'])).toEqual(ids);
  });

  test.each<[string, Query, string]>([
    ['R163 an empty q', { q: '' }, 'q'],
    ['R163 a q of 256 characters', { q: 'a'.repeat(256) }, 'q'],
    ['R162 201 ids', { account_ids: Array.from({ length: 201 }, (_, index) => index).join() }, 'account_ids'],
    ['R165 a count of 1001', { count: '1001' }, 'count'],
  ])('%s is refused', async (_rule, query, parameter) => {
    const answer = await get('/12/accounts', query);

    expect([answer.status, answer.body.errors?.[0]?.parameter]).toEqual([400, parameter]);
  });
});

test('R160 R168 R169 name and industry can be changed, the rest is ignored', async () => {
  const query = { name: 'New', industry_type: 'TRAVEL', timezone: 'Europe/Berlin', business_id: 'x' };
  const changed = await client.send('PUT', account, { query });
  const refused = await client.send('PUT', account, { query: { industry_type: 'FISHING' } });

  expect(changed.record).toMatchObject({
    name: 'New',
    industry_type: 'TRAVEL',
    timezone: 'America/Los_Angeles',
    business_id: 'acme1',
  });
  expect([refused.status, refused.body.errors?.[0]?.parameter]).toEqual([400, 'industry_type']);
});

test('R167 R170 an account is made without inputs and deleted softly; its maker can be promoted', async () => {
  const made = await client.send('POST', '/12/accounts', { query: { name: 'ignored' } });
  const promotable = await get(`/12/accounts/${made.id}/promotable_users`);
  const deleted = await client.send('DELETE', `/12/accounts/${made.id}`);
  const gone = await get(`/12/accounts/${made.id}`);
  const still = await get(`/12/accounts/${made.id}`, { with_deleted: 'true' });

  expect(made.records).toMatchObject([{ name: 'Sandbox account', approval_status: 'ACCEPTED' }]);
  expect(promotable.records).toMatchObject([{ user_id: '756201191646691328', promotable_user_type: 'FULL' }]);
  expect([deleted.record['deleted'], gone.status, still.record['deleted']]).toEqual([true, 404, true]);
});

test('R171 account_apps takes the standard parameters and lists apps', async () => {
  const apps = `${account}/account_apps`;

  const all = await get(apps, { sort_by: 'created_at-asc', with_total_count: 'true' });
  const page = await get(apps, { count: '1' });
  const next = await get(apps, { count: '1', cursor: page.body.next_cursor ?? '' });

  expect(all.body.total_count).toBe(2);
  expect(all.records[0]).toEqual({
    id: '4x',
    app_store_identifier: 'com.example.acme',
    os_type: 'Android',
    conversion_tracking_enabled: false,
    deep_link_pattern: 'acme://',
    created_at: '2026-12-01T10:30:00Z',
    updated_at: '2026-12-01T10:30:00Z',
    deleted: false,
  });
  expect([...page.records, ...next.records]).toEqual(all.records);
});

describe('account_history', () => {
  const path = `${account}/account_history`;
  const hours = { start_time: '2026-12-01T10:00:00Z', end_time: '2026-12-01T11:00:00Z' };
  const asked = { entity_type: 'CAMPAIGN', entity_id: '8zva0', ...hours };

  test('R179 needs allowlisting', async () => {
    const answer = await get(path, asked);

    expect([answer.status, answer.codes]).toEqual([400, ['FEATURE_NOT_AVAILABLE']]);
  });

  test('R172 R173 R177 R178 tells who changed what, page by page', async () => {
    await client.control('PUT', '/limits', { account_history: 'allowlisted' });
    const campaign = `${account}/campaigns/8zva0`;
    await client.send('PUT', campaign, { query: { name: 'Autumn' } });
    await client.send('DELETE', campaign, client.as('manager'));

    const all = await get(path, asked);
    const byManager = await get(path, { ...asked, user_id: '756201191646691329' });
    const page = await get(path, { ...asked, count: '1' });
    const next = await get(path, { ...asked, count: '1', cursor: page.body.next_cursor ?? '' });
    const earlier = await get(path, {
      ...asked,
      start_time: '2026-12-01T09:00:00Z',
      end_time: '2026-12-01T10:00:00Z',
    });

    expect(all.records).toMatchObject([
      {
        change_type: 'UPDATE',
        change_by: { user_id: '756201191646691328', platform: 'API_OTHER' },
        changes: { name: { before: 'Evergreen', after: 'Autumn' } },
        change_time: '2026-12-01T10:30:00Z',
        entity: 'CAMPAIGN',
        entity_id: '8zva0',
        entity_data: { name: 'Autumn' },
      },
      { change_type: 'DELETE', changes: { deleted: { before: false, after: true } } },
    ]);
    expect(byManager.records).toEqual([all.records[1]]);
    expect([...page.records, ...next.records]).toEqual(all.records);
    expect(earlier.records).toEqual([]);
  });

  test.each<[string, Query, string]>([
    ['R172 without an entity_type', { entity_type: '' }, 'entity_type'],
    ['R172 of an unknown entity_type', { entity_type: 'FUNDING_INSTRUMENT' }, 'entity_type'],
    ['R173 without an entity_id', { entity_id: '' }, 'entity_id'],
    ['R174 without a start_time', { start_time: '' }, 'start_time'],
    ['R175 without an end_time', { end_time: '' }, 'end_time'],
    ['R176 from half past', { start_time: '2026-12-01T10:30:00Z' }, 'start_time'],
    ['R176 up to a second past', { end_time: '2026-12-01T11:00:01Z' }, 'end_time'],
    ['R177 by no number', { user_id: 'x' }, 'user_id'],
    ['R178 with a count of 0', { count: '0' }, 'count'],
  ])('%s is refused', async (_rule, change, parameter) => {
    await client.control('PUT', '/limits', { account_history: 'allowlisted' });

    const answer = await get(path, { ...asked, ...change });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });
});

describe('permissions', () => {
  test('R180 authenticated_user_access tells the permissions of the caller', async () => {
    const answer = await client.send('GET', `${account}/authenticated_user_access`, client.as('creative'));

    expect(answer.record).toEqual({ user_id: '756201191646691330', permissions: ['CREATIVE_MANAGER'] });
  });

  const item = { query: { line_item_id: '6zva', targeting_type: 'GENDER', targeting_value: '1' } };
  type Row = readonly [string, readonly string[], string, string, typeof item | undefined, number];

  test.each<Row>([
    ['R181', ['ACCOUNT_ADMIN'], 'PUT', '/tax_settings', undefined, 200],
    ['R181', ['ACCOUNT_ADMIN'], 'POST', '/targeting_criteria', item, 200],
    ['R182', ['AD_MANAGER'], 'POST', '/targeting_criteria', item, 200],
    ['R182', ['AD_MANAGER'], 'PUT', '/tax_settings', undefined, 403],
    ['R183', ['CREATIVE_MANAGER'], 'POST', '/targeting_criteria', item, 403],
    ['R183', ['CREATIVE_MANAGER'], 'GET', '/account_media', undefined, 200],
    ['R184', ['CAMPAIGN_ANALYST'], 'GET', '/campaigns', undefined, 200],
    ['R184', ['CAMPAIGN_ANALYST'], 'POST', '/targeting_criteria', item, 403],
    ['R185', ['ANALYST'], 'GET', '/campaigns', undefined, 403],
    ['R185', ['ANALYST'], 'GET', '', undefined, 200],
    ['R186', ['PARTNER_AUDIENCE_MANAGER'], 'GET', '/custom_audiences', undefined, 200],
    ['R186', ['PARTNER_AUDIENCE_MANAGER'], 'GET', '/promoted_tweets', undefined, 403],
    ['R187', ['TWEET_COMPOSER'], 'POST', '/targeting_criteria', item, 403],
    ['R187', ['AD_MANAGER', 'TWEET_COMPOSER'], 'POST', '/targeting_criteria', item, 200],
  ])('%s %j %s %s', async (_rule, permissions, method, path, sending, status) => {
    await client.control('POST', '/seed', {
      users: [{ id: '5', access_token: '5-t', access_token_secret: 's', accounts: { [us]: permissions } }],
    });

    const secrets = { access_token: '5-t', access_token_secret: 's' };
    const answer = await client.send(method, `${account}${path}`, { ...sending, secrets });

    expect(answer.status).toBe(status);
  });
});

describe('user settings', () => {
  const own = `${account}/user_settings/756201191646691329`;
  const asManager = client.as('manager');

  test('R188 R189 R190 a user reads and changes their own', async () => {
    const query = {
      notification_email: 'm@example.com',
      contact_phone: '+1 555',
      contact_phone_extension: '7',
    };

    const before = await client.send('GET', own, asManager);
    const put = await client.send('PUT', own, { query, ...asManager });
    const cleared = await client.send('PUT', own, { query: { contact_phone: '' }, ...asManager });
    const byAdmin = await get(own);

    expect(before.record).toEqual({ notification_email: '', contact_phone: '', contact_phone_extension: '' });
    expect([put.record, put.body.request]).toEqual([
      query,
      { params: { ...query, account_id: us, user_id: '756201191646691329' } },
    ]);
    expect(cleared.record).toEqual({ ...query, contact_phone: '' });
    expect(byAdmin.record).toEqual(cleared.record);
  });

  test('R191 an admin of the account cannot change any', async () => {
    const answers = [
      await client.send('PUT', own, { query: { contact_phone: '1' } }),
      await client.send('PUT', `${account}/user_settings/756201191646691328`, {
        query: { contact_phone: '1' },
      }),
    ];

    expect(answers.map(({ status, codes }) => [status, codes])).toEqual([
      [403, ['ACTION_NOT_ALLOWED']],
      [403, ['ACTION_NOT_ALLOWED']],
    ]);
  });

  test.each([
    ['R188 another user by an analyst', 'GET', '756201191646691329', 403],
    ['R190 another user by an analyst', 'PUT', '756201191646691329', 403],
    ['R188 nobody', 'GET', '1', 403],
    ['R188 no number', 'GET', 'abc', 400],
  ])('%s: %s %s answers %i', async (_rule, method, userId, status) => {
    const caller = userId.length > 3 ? client.as('analyst') : {};

    const answer = await client.send(method, `${account}/user_settings/${userId}`, caller);

    expect(answer.status).toBe(status);
  });
});

describe('tax settings', () => {
  const path = `${account}/tax_settings`;

  test('R192 R193 R194 R195 what is put can be read, a name as a company', async () => {
    const query = {
      invoice_jurisdiction: 'LOI_SAPIN',
      tax_category: 'BUSINESS_WITH_VAT',
      tax_exemption_id: 'E1',
      tax_id: 'DE123',
      address_name: 'Acme Inc.',
      address_country: 'DE',
    };

    const put = await client.send('PUT', path, { query });
    const second = await client.send('PUT', path, { query: { tax_id: '', address_city: 'Bonn' } });
    const read = await get(path);

    const { address_name: company, ...kept } = query;
    expect(put.record).toMatchObject({ ...kept, address_company: company, bill_to: 'NOT_SET' });
    expect(put.body.request).toEqual({ params: { ...query, account_id: us } });
    expect(second.record).toEqual({ ...put.record, tax_id: null, address_city: 'Bonn' });
    expect(read.record).toEqual(second.record);
    expect(Object.keys(read.record)).not.toContain('id');
  });

  test('what is answered can be put back as it is', async () => {
    await client.send('PUT', path, { query: { address_name: 'Acme Inc.', tax_category: 'INDIVIDUAL' } });
    const { record } = await get(path);
    const query = Object.fromEntries(
      Object.entries(record).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );

    const again = await client.send('PUT', path, { query });

    expect(again.status).toBe(200);
    expect(again.record).toEqual(record);
    expect(record).toMatchObject({ address_company: 'Acme Inc.', bill_to: 'NOT_SET' });
  });

  test.each<[string, Query]>([
    ['R192', { invoice_jurisdiction: 'FR' }],
    ['R193', { tax_category: 'BUSINESS' }],
    ['R194', { tax_id: 'x'.repeat(256) }],
    ['public', { bill_to: 'NOBODY' }],
    ['public', { address_country: 'Germany' }],
  ])('%s refuses %o', async (_rule, query) => {
    const answer = await client.send('PUT', path, { query });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([
      400,
      Object.keys(query),
    ]);
  });
});

test('features are granted, taken back, and asked for', async () => {
  const path = `${account}/features`;
  const feature_keys = 'SHARE_AUDIENCE_OUTSIDE_BUSINESS';

  const granted = await client.send('POST', path, { query: { feature_keys } });
  const asked = await get(path, { feature_keys: `${feature_keys},AGE_TARGETING` });
  const removed = await client.send('DELETE', path, { query: { feature_keys: 'AGE_TARGETING' } });
  const refused = await client.send('POST', path, { query: { feature_keys: 'FLYING' } });
  const byManager = await client.send('POST', path, { query: { feature_keys }, ...client.as('manager') });

  expect(granted.text).toContain('"SHARE_AUDIENCE_OUTSIDE_BUSINESS"');
  expect(JSON.parse(asked.text)).toMatchObject({ data: ['AGE_TARGETING', feature_keys] });
  expect(removed.text).toContain('"data":["CITY_TARGETING",');
  expect([refused.status, byManager.status]).toEqual([400, 403]);
});

test('a promotable user is read by id, and told from those whose posts are only reposted', async () => {
  const path = `${account}/promotable_users`;

  const list = await get(path, { promotable_user_ids: 'l310s,l310r', sort_by: 'created_at-asc' });
  const one = await get(`${path}/l310s`);
  const none = await get(`${path}/l310t`);

  expect(list.records.map((record) => record['promotable_user_type'])).toEqual(['FULL', 'RETWEETS_ONLY']);
  expect(one.record).toMatchObject({ id: 'l310s', account_id: us, user_id: '2417045708' });
  expect([none.status, none.codes]).toEqual([404, ['PROMOTABLE_USER_NOT_FOUND']]);
});
