import { describe, expect, test } from 'vitest';
import { type BatchOperation, sendBatch } from '../../../../src/platform/batch.ts';
import { mockedAddress, withNockPlatform } from '../../../support/nock-platform.ts';
import { createTestClient, failureOf } from '../test-client.ts';

const path = '/12/batch/accounts/a/campaigns';
const operations: readonly BatchOperation[] = [
  { operation_type: 'Create', params: { name: 'New' } },
  { operation_type: 'Update', params: { campaign_id: '8WKU2', name: 'Other' } },
  { operation_type: 'Delete', params: { campaign_id: '8wku3' } },
];
const data = [{ id: '8wku1', name: 'New' }, { id: '8wku2' }, { id: '8wku3', deleted: true }];
const echo = operations.map(({ operation_type, params }) => ({ operation_type, params }));

async function answered(status: number, body: unknown) {
  let result: unknown;
  await withNockPlatform(async (platform) => {
    platform.post(path, JSON.stringify(operations)).reply(status, JSON.stringify(body));
    const { client } = createTestClient(mockedAddress);
    result = await sendBatch(client, { path, accountId: 'a', operations, sensitive: [] }).catch(
      (error: unknown) => error,
    );
  });
  return result;
}

describe('a batch that is applied', () => {
  test.each([
    ['with its request', { data, request: echo }],
    ['without', { data }],
    ['with errors that are none', { data, errors: [], operation_errors: [[], [], []] }],
  ])('gives its records in order, answered %s', async (_name, body) => {
    expect(await answered(200, body)).toMatchObject({ outcome: 'applied', data });
  });
});

describe('a batch that is refused', () => {
  const fault = { code: 'INVALID_PARAMETER', message: 'no', parameter: 'name' };

  test.each([
    ['by item', 400, { operation_errors: [[], [fault], []] }, [], [[], [fault], []]],
    ['by item, with HTTP 200', 200, { operation_errors: [[], [fault]] }, [], [[], [fault], []]],
    ['by item, in a wrong form', 400, { operation_errors: [null, fault, {}] }, [], [[], [fault], []]],
    ['as a whole', 400, { errors: [fault] }, [fault], [[], [], []]],
    [
      'in both ways',
      400,
      { errors: [fault], operation_errors: [[], [], [fault]] },
      [fault],
      [[], [], [fault]],
    ],
    ['because of a right', 403, { errors: [fault] }, [fault], [[], [], []]],
    ['because of a record', 404, { errors: [fault] }, [fault], [[], [], []]],
  ])('%s names the faults', async (_name, status, body, requestErrors, operationErrors) => {
    expect(await answered(status, body)).toMatchObject({
      outcome: 'refused',
      requestErrors,
      operationErrors,
      error: { outcome: 'refused', path, status },
    });
  });

  test.each([
    [401, [{ code: 89, message: 'Invalid or expired token.' }]],
    [400, [{ code: 215, message: 'Bad Authentication data' }]],
  ])('because of the credentials (HTTP %d) throws', async (status, errors) => {
    expect(await answered(status, { errors })).toMatchObject({ code: 'ADSYNC_CREDENTIALS_REFUSED' });
  });

  test.each([423, 429])('because of lock or rate (HTTP %d) throws in the end', async (status) => {
    await withNockPlatform(async (platform) => {
      platform
        .post(path)
        .times(status === 423 ? 8 : 30)
        .reply(status, { errors: [{ code: 'C', message: 'm' }] });
      const { client } = createTestClient(mockedAddress);

      const error = await failureOf(sendBatch(client, { path, accountId: 'a', operations, sensitive: [] }));

      expect([error.outcome, error.status]).toEqual(['refused', status]);
    });
  });
});

describe('a batch whose outcome is unknown', () => {
  test.each<[string, number, unknown]>([
    ['a fault of the platform', 500, { errors: [{ code: 'INTERNAL_ERROR', message: 'no' }] }],
    ['no records', 200, { request: echo }],
    ['errors under a success', 200, { errors: [{ code: 'C', message: 'm' }] }],
    ['a record short', 200, { data: data.slice(1) }],
    ['a record too many', 200, { data: [...data, { id: '8wku4' }] }],
    ['a record without id', 200, { data: [{ name: 'New' }, ...data.slice(1)] }],
    ['a record that is none', 200, { data: [null, ...data.slice(1)] }],
    ['another order', 200, { data: data.toReversed() }],
    ['a request of another length', 200, { data, request: echo.slice(1) }],
    ['a request in another order', 200, { data, request: echo.toReversed() }],
    ['nothing', 200, null],
  ])('because of %s throws', async (_name, status, body) => {
    const code = status === 200 ? 'ADSYNC_ANSWER_INVALID' : 'ADSYNC_PLATFORM_UNREACHABLE';

    expect(await answered(status, body)).toMatchObject({ outcome: 'unknown', status, code });
  });
});
