import { describe, expect, test } from 'vitest';
import { effectsOf } from '../../../src/appliers/effects-of.ts';
import { batchItems, singleRequest } from '../../../src/appliers/form-request.ts';
import { platformTime } from '../../../src/appliers/platform-time.ts';
import { resolveParams } from '../../../src/appliers/resolve-params.ts';
import { sensitiveTexts } from '../../../src/appliers/sensitive-texts.ts';
import { splitRefused } from '../../../src/appliers/split-refused.ts';
import { PlatformError } from '../../../src/platform/platform-error.ts';
import type { PlatformFault } from '../../../src/platform/platform-fault.ts';
import type { IntendedOperation } from '../../../src/schemas/state-entry.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { accountId, buildPlan } from './build-plan.ts';

function intended(type: IntendedOperation['type'], number = 1, params: Values = {}): IntendedOperation {
  const id = type === 'Create' ? null : `id/${number}`;
  return {
    operation: number,
    type,
    address: `acme/campaigns/${number}`,
    kind: 'campaign',
    id,
    params,
    known: [],
    entry: null,
  };
}

const reveal = (): undefined => undefined;

function plainOf(_address: string, wire: string): string {
  return `plain ${wire}`;
}

/** The request of the only operation of a kind, the record above it known. */
function formed(kind: string, type: IntendedOperation['type'], params: Values): unknown {
  const [step] = buildPlan([{ kind, single: true, operations: [{ type, address: 'a' }] }]).steps;
  if (step === undefined) throw new Error('no step');
  const operation = { ...intended(type, 1, params), kind, parentId: 'parent/1' };
  const { path, query, json } = singleRequest(step, operation, plainOf);
  return { path: path.replace('/12/accounts/18ce54d4x5t/', ''), query, json };
}

describe('forming requests of kinds of their own', () => {
  const digest = { digest: 'hmac-sha256:0' };

  test.each<readonly [string, string, IntendedOperation['type'], Values, object]>([
    [
      'a creation names a field by its parameter',
      'promoted_post',
      'Create',
      { line_item_id: 'x', tweet_id: '9223372036854775807' },
      { path: 'promoted_tweets', query: { line_item_id: 'x', tweet_ids: '9223372036854775807' } },
    ],
    [
      'the record above stands in the path, and not among the parameters',
      'audience_permission',
      'Create',
      { custom_audience_id: 'parent/1', granted_account_id: 'y' },
      { path: 'custom_audiences/parent%2F1/permissions', query: { granted_account_id: 'y' } },
    ],
    [
      'nor where the record goes',
      'audience_permission',
      'Delete',
      { custom_audience_id: 'parent/1' },
      { path: 'custom_audiences/parent%2F1/permissions/id%2F1', query: {} },
    ],
    [
      'what goes in a JSON body keeps its structure',
      'card',
      'Update',
      { name: 'x', components: [{ type: 'MEDIA', media_keys: ['1', '2'] }] },
      {
        path: 'cards/id%2F1',
        query: undefined,
        json: { name: 'x', components: [{ type: 'MEDIA', media_keys: ['1', '2'] }] },
      },
    ],
    [
      'a digest is sent as the value it stands for',
      'tax_settings',
      'Update',
      { tax_id: digest, tax_category: 'INDIVIDUAL' },
      { path: 'tax_settings', query: { tax_id: 'plain tax_id', tax_category: 'INDIVIDUAL' } },
    ],
  ])('%s', (_title, kind, type, params, expected) => {
    expect(formed(kind, type, params)).toEqual({ json: undefined, ...expected });
  });
});

describe('values that are sent and shown nowhere', () => {
  const digest = { digest: 'hmac-sha256:0' };
  const params = { tax_id: digest, tax_category: 'INDIVIDUAL' };

  test('are those that a digest stands for', () => {
    expect(sensitiveTexts([intended('Update', 1, params)], () => 'DE1')).toEqual(['DE1']);
  });

  test.each([
    ['nothing sensitive was sent', { tax_category: 'DE1' }, 'DE1'],
    ['the value is not known', params, undefined],
    ['the value is unset', params, null],
    ['the value is empty', params, ''],
  ])('are none where %s', (_title, sent, plain) => {
    expect(sensitiveTexts([intended('Update', 1, sent)], () => plain)).toEqual([]);
  });
});

describe('forming requests', () => {
  test.each<readonly [string, Values, Readonly<Record<string, string>>]>([
    ['lists are joined, order kept', { placements: ['B', 'A'] }, { placements: 'B,A' }],
    ['booleans are words', { a: true, b: false }, { a: 'true', b: 'false' }],
    ['null is an empty value', { a: null }, { a: '' }],
    ['money is its digits', { a: 9_007_199_254_740_991 }, { a: '9007199254740991' }],
    ['ids stay texts', { a: '007', b: '12e45' }, { a: '007', b: '12e45' }],
    ['an object is JSON', { a: { b: 1 } }, { a: '{"b":1}' }],
    ['an empty list is an empty value', { a: [] }, { a: '' }],
  ])('single: %s', (_title, params, query) => {
    const [step] = buildPlan([
      { kind: 'campaign', single: true, operations: [{ type: 'Update', address: 'a', id: 'x' }] },
    ]).steps;
    if (step === undefined) throw new Error('no step');

    const request = singleRequest(step, intended('Update', 1, params), reveal);

    expect(request).toMatchObject({
      method: 'PUT',
      path: '/12/accounts/18ce54d4x5t/campaigns/id%2F1',
      query,
    });
  });

  test('batch: an update and a delete name their record, a create does not', () => {
    const operations = [
      intended('Create', 1, { a: 1 }),
      intended('Update', 2, { a: null }),
      intended('Delete', 3),
    ];

    const items = batchItems(operations, reveal);

    expect(items).toEqual([
      { operation_type: 'Create', params: { a: 1 } },
      { operation_type: 'Update', params: { campaign_id: 'id/2', a: null } },
      { operation_type: 'Delete', params: { campaign_id: 'id/3' } },
    ]);
  });
});

function idAt(address: string): string | undefined {
  return address === 'known' ? 'x1' : undefined;
}

describe('filling in ids', () => {
  test.each<readonly [string, Values, Values | undefined]>([
    ['at the top', { a: { id_of: 'known' }, b: 1 }, { a: 'x1', b: 1 }],
    ['inside lists and objects', { a: [{ b: { id_of: 'known' } }, null] }, { a: [{ b: 'x1' }, null] }],
    ['of an address not known yet', { a: { id_of: 'unknown' } }, undefined],
    ['of one deep down not known yet', { a: [[{ id_of: 'unknown' }]] }, undefined],
    ['nowhere', { a: { id_of: 1 } }, { a: { id_of: 1 } }],
  ])('%s', (_title, params, expected) => {
    const resolved = resolveParams(params, idAt);

    expect(resolved).toEqual(expected);
  });

  test('a field named __proto__ stays a field', () => {
    const params = Object.fromEntries([['__proto__', 1]]);

    const resolved = resolveParams(params, idAt);

    expect(Object.keys(resolved ?? {})).toEqual(['__proto__']);
  });
});

function fault(code: string): PlatformFault {
  return { code, message: '' };
}

function refusal(
  status: number,
  codes: readonly string[],
  byIndex: readonly (readonly string[])[] = [],
): PlatformError {
  return new PlatformError({
    outcome: 'refused',
    method: 'POST',
    path: '/12/x',
    status,
    errors: codes.map(fault),
    operationErrors: byIndex.map((each) => each.map(fault)),
  });
}

describe('splitting a refused request', () => {
  const [create, update, remove] = [
    intended('Create', 1),
    intended('Update', 2),
    intended('Delete', 3),
  ] as const;
  const all = [create, update, remove];

  test.each([
    ['named ones leave, the rest goes again', all, refusal(400, [], [['X']]), [], [1], [[2, 3]]],
    ['named at any status', all, refusal(200, [], [[], ['X'], []]), [], [2], [[1, 3]]],
    ['all named', all, refusal(400, [], [['X'], ['X'], ['X']]), [], [1, 2, 3], []],
    ['a delete of what is gone', all, refusal(400, [], [[], [], ['CAMPAIGN_NOT_FOUND']]), [3], [], [[1, 2]]],
    ['an update of what is gone', all, refusal(400, [], [[], ['CAMPAIGN_NOT_FOUND']]), [], [2], [[1, 3]]],
    [
      'a delete that is gone and worse',
      all,
      refusal(400, [], [[], [], ['NOT_FOUND', 'X']]),
      [],
      [3],
      [[1, 2]],
    ],
    ['none named', all, refusal(400, ['X']), [], [], [[1, 2], [3]]],
    [
      'a fault beyond the batch names none',
      [create, update],
      refusal(400, [], [[], [], ['X']]),
      [],
      [],
      [[1], [2]],
    ],
    ['one alone', [create], refusal(400, ['X']), [], [1], []],
    ['a single delete of what is gone', [remove], refusal(404, ['CAMPAIGN_NOT_FOUND']), [3], [], []],
    ['a single delete answered by a page', [remove], refusal(404, []), [3], [], []],
    ['a single delete on a wrong path', [remove], refusal(404, ['ROUTE_NOT_FOUND']), [], [3], []],
    ['a single delete of what has no name', [remove], refusal(404, ['NOT_FOUND']), [3], [], []],
    ['a single delete where the account is gone', [remove], refusal(404, ['ACCOUNT_NOT_FOUND']), [], [3], []],
    ['a single delete that is gone and worse', [remove], refusal(404, ['NOT_FOUND', 'X']), [], [3], []],
    ['a code that only begins so', [remove], refusal(404, ['NOT_FOUND_HERE']), [], [3], []],
    ['a code that only ends so', [remove], refusal(404, ['?NOT_FOUND']), [], [3], []],
    ['a single update of what is gone', [update], refusal(404, ['CAMPAIGN_NOT_FOUND']), [], [2], []],
    ['a single delete in a wrong account', [remove], refusal(403, ['NOT_FOUND']), [], [3], []],
    ['credentials', all, refusal(401, ['89']), [], [1, 2, 3], []],
    ['pace', all, refusal(429, []), [], [1, 2, 3], []],
    ['lock', all, refusal(423, []), [], [1, 2, 3], []],
  ] as const)('%s', (_title, operations, error, gone, failed, again) => {
    const split = splitRefused(operations, error);

    expect(split.gone.map(({ operation }) => operation)).toEqual(gone);
    expect(split.failed.map(({ operation }) => operation.operation)).toEqual(failed);
    expect(split.again).toEqual(again);
  });
});

describe('splitting what is only ever sent together', () => {
  const pair = [intended('Delete', 1), intended('Create', 2)];

  test.each([
    ['one is named', refusal(400, [], [[], ['X']]), [[], ['X']]],
    [
      'a delete of what is gone is named',
      refusal(400, [], [['CAMPAIGN_NOT_FOUND']]),
      [['CAMPAIGN_NOT_FOUND'], []],
    ],
    ['none is named', refusal(400, ['X']), [['X'], ['X']]],
  ] as const)('all of it has failed where %s', (_title, error, codes) => {
    const split = splitRefused(pair, error, true);

    expect(split.gone).toEqual([]);
    expect(split.again).toEqual([]);
    expect(split.failed.map(({ faults }) => faults.map(({ code }) => code))).toEqual(codes);
  });

  test('a single operation is as ever', () => {
    const [remove] = pair;
    if (remove === undefined) throw new Error('no operation');

    expect(splitRefused([remove], refusal(404, ['CAMPAIGN_NOT_FOUND']), true).gone).toEqual([remove]);
  });
});

describe('what the state holds after operations', () => {
  test('made anew and deleted at one address in one request, the new one stays', () => {
    const remove = intended('Delete', 1);
    const old = {
      address: remove.address,
      kind: 'campaign',
      accountKey: 'acme',
      accountId,
      id: 'id/1',
      origin: 'created',
      declared: {},
      answered: {},
      file: '',
      preventDestroy: false,
    } as const;
    const create = { ...intended('Create', 2), address: remove.address, entry: { ...old, id: '' } };
    const record = {
      kind: 'campaign',
      accountId,
      id: 'new',
      fields: {},
      deleted: false,
      updatedAt: undefined,
    };

    const effects = effectsOf(
      [
        { operation: create, record },
        { operation: remove, record: undefined },
      ],
      new Map([[old.address, old]]),
    );

    expect(effects).toEqual({ put: [{ ...old, id: 'new' }], remove: [] });
  });
});

describe('the platform’s time', () => {
  test('goes on between answers by the local clock, and never back with it', () => {
    let local = 1000;
    const time = platformTime({ now: () => local }, 50_000);

    local = 1500;
    const later = time.now();
    local = 0;
    const clockSetBack = time.now();
    time.note(60_000);
    local = 10;
    const noted = time.now();

    expect([later, clockSetBack, noted]).toEqual([50_500, 50_000, 60_010]);
  });
});
