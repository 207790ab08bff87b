import { describe, expect, test } from 'vitest';
import { uk, us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
type Query = Readonly<Record<string, string>>;

const families = [
  ['custom', `/12/accounts/${us}/custom_audiences/1nmth/permissions`, 'custom_audience'],
  ['tailored', `/5/accounts/${us}/tailored_audiences/1nmth/permissions`, 'tailored_audience'],
] as const;

describe.each(families)('permissions on %s audiences', (_name, path, audience) => {
  const grant = (query: Query = { granted_account_id: uk, permission_level: 'READ_ONLY' }) =>
    client.send('POST', path, { query });

  test('R468 R471 R472 R478 R481 are granted within the business', async () => {
    const answer = await grant();

    expect(answer.record).toEqual({
      id: answer.id,
      tailored_audience_id: '1nmth',
      custom_audience_id: '1nmth',
      granted_account_id: uk,
      permission_level: 'READ_ONLY',
      created_at: answer.record['created_at'],
      updated_at: answer.record['updated_at'],
      deleted: false,
    });
    expect(answer.body.request).toMatchObject({
      params: { account_id: us, [`${audience}_id`]: '1nmth', granted_account_id: uk },
    });
  });

  test.each<[string, Query, string, string]>([
    ['R471', { permission_level: 'READ_ONLY' }, 'MISSING_PARAMETER', 'granted_account_id'],
    ['R472', { granted_account_id: uk }, 'MISSING_PARAMETER', 'permission_level'],
    ['R469', { granted_account_id: uk, permission_level: 'WRITE' }, 'INVALID_PARAMETER', 'permission_level'],
    [
      'R478',
      { granted_account_id: 'none', permission_level: 'READ_ONLY' },
      'INVALID_PARAMETER',
      'granted_account_id',
    ],
    [
      'R478',
      { granted_account_id: us, permission_level: 'READ_ONLY' },
      'INVALID_PARAMETER',
      'granted_account_id',
    ],
  ])('%s POST refuses %o', async (_rule, query, code, parameter) => {
    const answer = await grant(query);

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });

  test('R480 an account is granted an audience once; there is no update', async () => {
    const { id } = await grant();

    const again = await grant();
    const put = await client.send('PUT', `${path}/${id}`, { query: { permission_level: 'READ_WRITE' } });

    expect(again.codes).toEqual(['INVALID_PARAMETER']);
    expect(put.status).toBe(405);
  });

  test('R479 sharing outside the business needs a feature', async () => {
    await client.control('POST', '/seed', { accounts: [{ id: 'stranger', business_id: 'other1' }] });
    const query = { granted_account_id: 'stranger', permission_level: 'READ_WRITE' };

    const refused = await grant(query);
    const features = ['SHARE_AUDIENCE_OUTSIDE_BUSINESS'];
    await client.control('POST', '/mutate', [{ collection: 'accounts', id: us, set: { features } }]);
    const granted = await grant(query);

    expect(refused.codes).toEqual(['FEATURE_NOT_AVAILABLE']);
    expect(granted.record['permission_level']).toBe('READ_WRITE');
  });

  test('R470 R481 are listed, without the revoked ones', async () => {
    await client.control('POST', '/seed', { accounts: [{ id: 'third', business_id: 'acme1' }] });
    const first = await grant();
    const second = await grant({ granted_account_id: 'third', permission_level: 'READ_WRITE' });
    const list = async (query: Query) => {
      const answer = await client.send('GET', path, { query });
      return [answer.records.map((record) => record['id']), answer.body.total_count];
    };

    const all = await list({ with_total_count: 'true', sort_by: 'created_at-desc' });
    const byAccount = await list({ granted_account_ids: 'third' });
    const byId = await list({ [`${audience}_permission_ids`]: first.id });
    const page = await list({ count: '1' });
    await client.send('DELETE', `${path}/${first.id}`);
    const rest = await list({ with_deleted: 'true' });

    expect(all).toEqual([[second.id, first.id], 2]);
    expect([byAccount[0], byId[0], page[0], rest[0]]).toEqual([
      [second.id],
      [first.id],
      [first.id],
      [second.id],
    ]);
  });

  test('R473 R474 R475 R481 are revoked by the owner', async () => {
    const { id } = await grant();
    const seen = `/12/accounts/${uk}/custom_audiences/1nmth`;

    const before = await client.send('GET', seen);
    const revoked = await client.send('DELETE', `${path}/${id}`);
    const again = await client.send('DELETE', `${path}/${id}`);
    const after = await client.send('GET', seen);

    expect(before.record).toMatchObject({
      is_owner: false,
      permission_level: 'READ_ONLY',
      owner_account_id: us,
    });
    expect(revoked.record).toMatchObject({ id, deleted: true });
    expect([again.status, after.codes]).toEqual([404, ['TAILORED_AUDIENCE_NOT_FOUND']]);
  });

  test('R477 are changed by the owner only', async () => {
    const { id } = await grant();
    const theirs = path.replace(us, uk);

    const answers = await Promise.all([
      client.send('POST', theirs, { query: { granted_account_id: us, permission_level: 'READ_ONLY' } }),
      client.send('DELETE', `${theirs}/${id}`),
      client.send('GET', theirs),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(answers[2]?.records.map((record) => record['id'])).toEqual([id]);
  });

  test('of an audience that is not there, or on another one, are not found', async () => {
    const { id } = await grant();
    const other = await client.send('POST', `/12/accounts/${us}/custom_audiences`, {
      query: { name: 'Other' },
    });

    const answers = await Promise.all([
      client.send('GET', path.replace('1nmth', 'none')),
      client.send('DELETE', `${path.replace('1nmth', other.id)}/${id}`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

test('F-audience-19 the two families answer under their own versions', async () => {
  const answers = await Promise.all([
    client.send('GET', `/5/accounts/${us}/custom_audiences/1nmth/permissions`),
    client.send('GET', `/12/accounts/${us}/tailored_audiences/1nmth/permissions`),
    client.send('GET', `/11/accounts/${us}/custom_audiences/1nmth/permissions`),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
});

describe('targeting a shared audience', () => {
  const criteria = `/12/accounts/${uk}/targeting_criteria`;
  const grantPath = `/12/accounts/${us}/custom_audiences/1nmth/permissions`;

  test('R474 R475 is for accounts that hold it now; what targets it already stays', async () => {
    await client.control('POST', '/seed', {
      line_items: [
        { id: 'li1', account_id: uk },
        { id: 'li2', account_id: uk },
      ],
    });
    const target = (item: string) =>
      client.send('POST', criteria, {
        query: {
          line_item_id: item,
          targeting_type: 'CUSTOM_AUDIENCE',
          targeting_value: '1nmth',
          operator_type: 'EQ',
        },
      });

    const stranger = await target('li1');
    const { id } = await client.send('POST', grantPath, {
      query: { granted_account_id: uk, permission_level: 'READ_ONLY' },
    });
    const granted = await target('li1');
    await client.send('DELETE', `${grantPath}/${id}`);
    const later = await target('li2');
    const kept = await client.send('GET', criteria, { query: { line_item_ids: 'li1' } });

    expect([stranger.status, granted.status, later.status]).toEqual([400, 200, 400]);
    expect(kept.records).toMatchObject([{ targeting_value: '1nmth', deleted: false }]);
  });
});
