import { describe, expect, test } from 'vitest';
import { uk, us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const audiences = `/12/accounts/${us}/custom_audiences`;
const batch = `/12/batch/accounts/${us}/custom_audiences`;
type Query = Readonly<Record<string, string>>;

function create(query: Query) {
  return client.send('POST', audiences, { query });
}

type Name = 'manager' | 'creative' | 'analyst' | 'partner';

function createAs(name: Name) {
  return client.send('POST', audiences, { query: { name }, ...client.as(name) });
}

function listAs(name: Name) {
  return client.send('GET', audiences, client.as(name));
}

describe('an audience', () => {
  test('R434 R435 R436 R440 is new: the owner’s, and not targetable yet', async () => {
    const answer = await create({ name: 'Buyers', description: 'Bought in 2025' });

    expect(answer.record).toEqual({
      id: answer.id,
      name: 'Buyers',
      description: 'Bought in 2025',
      audience_type: 'CRM',
      targetable: false,
      targetable_types: ['CRM', 'EXCLUDED_CRM'],
      reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
      audience_size: null,
      permission_level: 'READ_WRITE',
      owner_account_id: us,
      partner_source: 'OTHER',
      created_at: answer.record['created_at'],
      updated_at: answer.record['updated_at'],
      deleted: false,
    });
  });

  test('R440 can be targeted once it is processed', async () => {
    await client.control('PUT', '/clock', { frozen: true });
    await client.control('PUT', '/limits', { audience_processing_seconds: 60 });
    const { id } = await create({ name: 'Buyers' });
    const read = () => client.send('GET', `${audiences}/${id}`);

    const before = await read();
    await client.control('PUT', '/clock', { advance_seconds: 60 });
    const after = await read();
    await client.control('PUT', '/limits', { audiences: { minimum_size: 100 } });
    const small = await read();

    expect(before.record).toMatchObject({
      targetable: false,
      reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
    });
    expect(after.record).toMatchObject({ targetable: true, reasons_not_targetable: [], audience_size: 0 });
    expect(small.record).toMatchObject({ targetable: false, reasons_not_targetable: ['TOO_SMALL'] });
  });

  test('R440 takes no time to be processed unless said otherwise', async () => {
    const { id } = await create({ name: 'Buyers' });

    const answer = await client.send('GET', `${audiences}/${id}`);

    expect(answer.record['targetable']).toBe(true);
  });

  test.each<[string, Query, string, string]>([
    ['R437', {}, 'MISSING_PARAMETER', 'name'],
    ['R437', { name: '' }, 'MISSING_PARAMETER', 'name'],
    ['R438', { name: 'Regulars' }, 'INVALID_PARAMETER', 'name'],
  ])('%s POST refuses %o', async (_rule, query, code, parameter) => {
    const answer = await create(query);

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });

  test('R435 R438 R439 an update says whether it is the owner’s, and keeps names unique', async () => {
    const { id } = await create({ name: 'Buyers', description: 'D' });
    const update = (query: Query) => client.send('PUT', `${audiences}/${id}`, { query });

    const changed = await update({ name: 'Customers', description: '' });
    const same = await update({ name: 'Customers' });
    const taken = await update({ name: 'Regulars' });

    expect(changed.record).toMatchObject({ name: 'Customers', description: null, is_owner: true });
    expect(changed.record).not.toHaveProperty('owner_account_id');
    expect([same.status, taken.codes]).toEqual([200, ['INVALID_PARAMETER']]);
  });

  test('R438 the name of a deleted audience, or of another account’s, is free', async () => {
    const gone = await client.send('DELETE', `${audiences}/1nmth`);

    const again = await create({ name: 'Regulars' });
    const elsewhere = await client.send('POST', `/12/accounts/${uk}/custom_audiences`, {
      query: { name: 'Regulars' },
    });

    expect(gone.record).toMatchObject({ id: '1nmth', deleted: true });
    expect([again.status, elsewhere.status]).toEqual([200, 200]);
  });

  test('a deleted audience is read only where it is asked for', async () => {
    await client.send('DELETE', `${audiences}/1nmth`);

    const hidden = await client.send('GET', `${audiences}/1nmth`);
    const shown = await client.send('GET', `${audiences}/1NMTH`, { query: { with_deleted: 'true' } });
    const again = await client.send('DELETE', `${audiences}/1nmth`);

    expect(hidden.codes).toEqual(['TAILORED_AUDIENCE_NOT_FOUND']);
    expect(shown.record).toMatchObject({ id: '1nmth', deleted: true });
    expect(again.codes).toEqual(['TAILORED_AUDIENCE_NOT_FOUND']);
  });

  test('the list chooses by owner, ids and the start of the name', async () => {
    const { id } = await create({ name: 'Regretters' });
    await client.send('POST', `${audiences}/1nmth/permissions`, {
      query: { granted_account_id: uk, permission_level: 'READ_ONLY' },
    });
    const under = async (path: string, query: Query) =>
      (await client.send('GET', path, { query })).records.map((record) => record['id']);
    const theirs = `/12/accounts/${uk}/custom_audiences`;

    const lists = await Promise.all([
      under(audiences, {}),
      under(audiences, { q: 'REGU' }),
      under(audiences, { custom_audience_ids: `${id},none` }),
      under(audiences, { permission_scope: 'SHARED' }),
      under(theirs, {}),
      under(theirs, { permission_scope: 'SHARED' }),
    ]);

    expect(lists).toEqual([['1nmth', id], ['1nmth'], [id], [], [], ['1nmth']]);
  });

  test('R155 those who work with audiences may change them', async () => {
    const answers = await Promise.all([
      createAs('manager'),
      createAs('partner'),
      createAs('creative'),
      createAs('analyst'),
      listAs('partner'),
      listAs('analyst'),
      listAs('creative'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 200, 200, 403]);
  });
});

function leaf(id = '1nmth', more = {}) {
  return { custom_audience_id: id, ...more };
}

function tree(children: readonly object[], more = {}) {
  return { boolean_operator: 'AND', child_segments: children, ...more };
}

function flexible(segments: unknown, name = 'Lapsed') {
  return { operation_type: 'Create', params: { name, audience_type: 'FLEXIBLE', segments } };
}

function mobile(n: number) {
  return { operation_type: 'Create', params: { name: `N${n}`, audience_type: 'MOBILE_AUDIENCE' } };
}

function send(...operations: readonly unknown[]) {
  return client.send('POST', batch, { json: operations });
}

describe('a batch', () => {
  test('R443 R446 R448 R449 R450 R451 R452 makes flexible audiences, whose tree says everything', async () => {
    const segments = tree([
      leaf('1NMTH', { lookback_window: 30 }),
      {
        boolean_operator: 'OR',
        child_segments: [leaf('1nmth', { negate: false, frequency: 3, child_segments: [] })],
      },
    ]);

    const answer = await send(flexible(segments));

    const usual = { frequency: 1, frequency_comparator: 'NUM_GTE', negate: true };
    expect(answer.records).toMatchObject([
      {
        name: 'Lapsed',
        audience_type: 'FLEXIBLE',
        targetable: false,
        segments: {
          ...usual,
          boolean_operator: 'AND',
          child_segments: [
            { ...usual, custom_audience_id: '1nmth', lookback_window: 30 },
            {
              ...usual,
              boolean_operator: 'OR',
              child_segments: [{ ...usual, custom_audience_id: '1nmth', negate: false, frequency: 3 }],
            },
          ],
        },
      },
    ]);
    expect(answer.body.request).toMatchObject([{ operation_type: 'Create', params: { account_id: us } }]);
  });

  test('R436 R443 makes mobile audiences, changes and deletes audiences, in order', async () => {
    const answer = await send(
      { operation_type: 'Create', params: { name: 'Mobile', audience_type: 'MOBILE_AUDIENCE' } },
      { operation_type: 'Update', params: { custom_audience_id: '1nmth', name: 'Patrons' } },
      { operation_type: 'Delete', params: { custom_audience_id: '1nmth' } },
    );

    expect(answer.records).toMatchObject([
      { audience_type: 'MOBILE_AUDIENCE' },
      { name: 'Patrons', audience_size: 250_000 },
      { id: '1nmth', deleted: true },
    ]);
  });

  test.each<[string, unknown, string, string]>([
    [
      'R443',
      { params: { audience_type: 'FLEXIBLE', segments: tree([leaf()]) } },
      'MISSING_PARAMETER',
      'name',
    ],
    ['R443', { params: { name: 'N', segments: tree([leaf()]) } }, 'MISSING_PARAMETER', 'audience_type'],
    ['R443', { params: { name: 'N', audience_type: 'CRM' } }, 'INVALID_PARAMETER', 'audience_type'],
    ['R443', { params: { name: 'N', audience_type: 'FLEXIBLE' } }, 'MISSING_PARAMETER', 'segments'],
    ['R443', flexible('all'), 'INVALID_PARAMETER', 'segments'],
    ['R438', flexible(tree([leaf()]), 'Regulars'), 'INVALID_PARAMETER', 'name'],
    ['R445', flexible(tree(Array.from({ length: 11 }, () => leaf()))), 'REQUEST_TOO_COMPLEX', 'segments'],
    ['R446', flexible(tree([])), 'INVALID_PARAMETER', 'segments'],
    ['R446', flexible(tree([{}])), 'MISSING_PARAMETER', 'segments.child_segments.0.custom_audience_id'],
    [
      'R446',
      flexible(tree([tree([leaf()], { custom_audience_id: '1nmth' })])),
      'EXCLUSIVE_PARAMETERS',
      'segments.child_segments.0.custom_audience_id',
    ],
    [
      'R446',
      flexible(tree([leaf('none')])),
      'INVALID_PARAMETER',
      'segments.child_segments.0.custom_audience_id',
    ],
    ['R447', flexible({ child_segments: [leaf()] }), 'MISSING_PARAMETER', 'segments.boolean_operator'],
    [
      'R447',
      flexible(tree([leaf()], { boolean_operator: 'NOT' })),
      'INVALID_PARAMETER',
      'segments.boolean_operator',
    ],
    [
      'R448',
      flexible(tree([leaf()], { child_segments: 'x' })),
      'INVALID_PARAMETER',
      'segments.child_segments.0',
    ],
    [
      'R449',
      flexible(tree([leaf('1nmth', { lookback_window: 2 })])),
      'INVALID_PARAMETER',
      'segments.child_segments.0.lookback_window',
    ],
    [
      'R450',
      flexible(tree([leaf('1nmth', { frequency: 'often' })])),
      'INVALID_PARAMETER',
      'segments.child_segments.0.frequency',
    ],
    [
      'R451',
      flexible(tree([leaf('1nmth', { frequency_comparator: 'GT' })])),
      'INVALID_PARAMETER',
      'segments.child_segments.0.frequency_comparator',
    ],
    [
      'R452',
      flexible(tree([leaf('1nmth', { negate: 'no' })])),
      'INVALID_PARAMETER',
      'segments.child_segments.0.negate',
    ],
  ])('%s refuses %j', async (_rule, operation, code, parameter) => {
    const answer = await send({ operation_type: 'Create', ...Object(operation) });

    expect(answer.status).toBe(400);
    expect(answer.body.operation_errors?.[0]).toContainEqual(expect.objectContaining({ code, parameter }));
  });

  test.each<[string, unknown]>([
    ['R445', tree(Array.from({ length: 10 }, () => leaf()))],
    ['R449', tree([1, 7, 14, 30].map((lookback_window) => leaf('1nmth', { lookback_window })))],
    [
      'R451',
      tree(
        ['NUM_GTE', 'NUM_GT', 'NUM_EQ', 'NUM_LTE', 'NUM_LT'].map((frequency_comparator) =>
          leaf('1nmth', { frequency_comparator }),
        ),
      ),
    ],
    ['R446', leaf()],
  ])('%s takes %j', async (_rule, segments) => {
    const answer = await send(flexible(segments));

    expect(answer.status).toBe(200);
  });

  test('a tree without an end is refused', async () => {
    const deep = `${'{"boolean_operator":"AND","child_segments":['.repeat(3000)}${']}'.repeat(3000)}`;
    const params = `{"name":"N","audience_type":"FLEXIBLE","segments":${deep}}`;

    const answer = await client.send('POST', batch, {
      json: `[{"operation_type":"Create","params":${params}}]`,
    });

    expect(answer.status).toBe(400);
  });

  test('R441 F-audience-05 a flexible audience cannot be changed, only deleted', async () => {
    const { id } = await send(flexible(tree([leaf()])));

    const updated = await send({ operation_type: 'Update', params: { custom_audience_id: id, name: 'N' } });
    const put = await client.send('PUT', `${audiences}/${id}`, { query: { description: 'D' } });
    const users = await client.send('POST', `${audiences}/${id}/users`, {
      json: [{ operation_type: 'Update', params: { users: [{ partner_user_id: ['1'] }] } }],
    });
    const deleted = await send({ operation_type: 'Delete', params: { custom_audience_id: id } });

    const code = 'INVALID_TAILORED_AUDIENCE_TYPE';
    expect([updated.codes, put.codes, users.codes]).toEqual([[code], [code], [code]]);
    expect(deleted.records).toMatchObject([{ id, deleted: true }]);
  });

  test('R444 has ten operations at most, all or none of which are carried out', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => mobile(n));

    const over = await send(...ten, mobile(10));
    const twice = await send(...ten.slice(0, 9), mobile(0));
    const left = await client.send('GET', audiences);
    const all = await send(...ten);

    expect([over.status, over.body.errors?.[0]?.code]).toEqual([400, 'REQUEST_TOO_COMPLEX']);
    expect(twice.body.operation_errors?.map((errors) => errors.length)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
    ]);
    expect(left.records.length).toBe(1);
    expect(all.records.length).toBe(10);
  });

  test('R442 can be closed to the application', async () => {
    await client.control('PUT', '/limits', { audiences: { batch: 'refused' } });

    const answer = await send(flexible(tree([leaf()])));

    expect([answer.status, answer.codes]).toEqual([400, ['FEATURE_NOT_AVAILABLE']]);
  });
});
