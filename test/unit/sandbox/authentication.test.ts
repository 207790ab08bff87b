import { expect, test } from 'vitest';
import { sign } from '../../support/sign.ts';
import { type Sending, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox();
const path = `/12/accounts/${us}`;

test('a right signature is let in, by query, form and JSON, with a port that is not the default', async () => {
  const name = "Acme + Söhne & Co. (50%) ~ 'x' *! :,=?/";

  const answers = [
    await client.send('PUT', path, { query: { name } }),
    await client.send('PUT', path, { form: { name } }),
    await client.send('PUT', path, { json: { name } }),
  ];

  expect(answers.map(({ status, record }) => [status, record['name']])).toEqual(
    answers.map(() => [200, name]),
  );
});

test('repeated names in query and body are signed each, and count once', async () => {
  const address = `${client.baseUrl}${path}?name=One+Two&name=b`;
  const form = [
    ['name', 'A b'],
    ['name', 'C'],
  ] as const;
  const body = 'name=A%20b&name=C';
  const headers = {
    authorization: sign('PUT', address, client.secrets, { form }),
    'content-type': 'application/x-www-form-urlencoded',
  };

  const response = await fetch(address, { method: 'PUT', headers, body });

  expect(await response.json()).toMatchObject({ data: { name: 'C' } });
});

test.each([
  ['{"name":"hashed"}', 200],
  ['{"name":"another"}', 401],
])('a body hash must be that of the body: %s', async (body, status) => {
  const authorization = sign('PUT', `${client.baseUrl}${path}`, client.secrets, {
    hashedBody: '{"name":"hashed"}',
  });

  const answer = await client.send('PUT', path, { json: body, authorization });

  expect(answer.status).toBe(status);
});

test.each<[string, Sending, number, unknown]>([
  ['no header', { authorization: '' }, 400, 215],
  ['a bearer token that nobody was given', { authorization: 'Bearer abc' }, 401, 89],
  ['members missing', { authorization: 'OAuth oauth_token="x"' }, 400, 215],
  ['wrong consumer secret', { secrets: { consumer_secret: 'x' } }, 401, 'UNAUTHORIZED_ACCESS'],
  ['wrong token secret', { secrets: { access_token_secret: 'x' } }, 401, 'UNAUTHORIZED_ACCESS'],
  ['unknown token', { secrets: { access_token: 'x' } }, 401, 'UNAUTHORIZED_ACCESS'],
  ['unknown consumer', { secrets: { consumer_key: 'x' } }, 401, 'UNAUTHORIZED_ACCESS'],
])('%s is refused', async (_case, sending, status, code) => {
  const answer = await client.send('GET', path, sending);

  expect([answer.status, answer.codes]).toEqual([status, [code]]);
});

test.each([
  [-290, 200],
  [290, 200],
  [-310, 401],
  [310, 401],
])('a timestamp %i seconds from real time, whatever the sandbox clock says', async (seconds, status) => {
  await client.control('PUT', '/clock', { now: '2031-01-01T00:00:00Z' });
  const timestamp = Math.floor(Date.now() / 1000) + seconds;
  const authorization = sign('GET', `${client.baseUrl}${path}`, client.secrets, { timestamp });

  const answer = await client.send('GET', path, { authorization });

  expect([answer.status, answer.codes]).toEqual([status, status === 200 ? [] : [135]]);
});

test('R071 R156 a revoked token is refused with code 89', async () => {
  await client.control('POST', '/mutate', [
    { collection: 'users', id: '756201191646691328', set: { revoked: true } },
  ]);

  const answer = await client.send('GET', path);

  expect([answer.status, answer.body.errors]).toEqual([
    401,
    [{ code: 89, message: 'Invalid or expired token.' }],
  ]);
});

test.each([
  ['GET', `/12/accounts/unknown/campaigns`, 403, 'NOT_FOUND'],
  ['GET', `/12/accounts/unknown`, 403, 'NOT_FOUND'],
  ['GET', `/12/nothing`, 404, 'ROUTE_NOT_FOUND'],
  ['GET', `/10/accounts`, 404, 'ROUTE_NOT_FOUND'],
  ['PUT', `/12/accounts`, 405, 'METHOD_NOT_ALLOWED'],
  ['PATCH', path, 405, 'METHOD_NOT_ALLOWED'],
])('%s %s is refused with %i', async (method, target, status, code) => {
  const answer = await client.send(method, target);

  expect([answer.status, answer.codes]).toEqual([status, [code]]);
});

test('R128 R154 an account of somebody else is as unknown as one that is not there', async () => {
  await client.control('POST', '/seed', {
    users: [{ id: '1', accounts: { other: ['ACCOUNT_ADMIN'] } }],
    accounts: [{ id: 'other' }],
  });

  const answer = await client.send('GET', '/12/accounts/other/campaigns');

  expect([answer.status, answer.codes]).toEqual([403, ['NOT_FOUND']]);
});

const create = { name: 'New', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: '1000000' };

test.each([
  ['manager', 'POST', `${path}/campaigns`, 200],
  ['manager', 'PUT', path, 403],
  ['creative', 'POST', `${path}/campaigns`, 403],
  ['creative', 'GET', `${path}/campaigns`, 200],
  ['analyst', 'GET', `${path}/campaigns`, 200],
  ['analyst', 'POST', `${path}/campaigns`, 403],
  ['analyst', 'DELETE', `${path}/line_items/6zva`, 403],
  ['analyst', 'GET', path, 200],
] as const)('R154 %s: %s %s is answered with %i', async (user, method, target, status) => {
  const answer = await client.send(method, target, {
    ...client.as(user),
    query: method === 'POST' ? create : {},
  });

  expect([answer.status, answer.codes]).toEqual([status, status === 403 ? ['ACTION_NOT_ALLOWED'] : []]);
});

test('R007 the version 11 and a trailing slash reach the same records', async () => {
  const answers = await Promise.all(
    ['/12/accounts/', '/11/accounts', '/11/accounts/'].map((each) => client.send('GET', each)),
  );

  expect(answers.map(({ records }) => records.map((record) => record['id']))).toEqual(
    answers.map(() => ['18ce54d4x5t', '18ce5uk0000']),
  );
});
