import { describe, expect, test } from 'vitest';
import { type Resolution, resolve } from '../../src/appliers/resolve.ts';
import type { LiveRecord } from '../../src/schemas/live-record.ts';
import type { IntendedOperation, Intent, StateEntry } from '../../src/schemas/state-entry.ts';
import type { Values } from '../../src/schemas/values.ts';

const accountId = '18ce54d4x5t';
const [at, timeoutMs, settleMs] = [1_000_000, 30_000, 5000];
/** How soon after its intent a request is sent. */
const sendWithinMs = 2000;
const untilMs = at + sendWithinMs + timeoutMs + settleMs;
const fields = {
  name: 'a',
  funding_instrument_id: 'hxtet',
  entity_status: 'PAUSED',
  total_budget_amount_local_micro: null,
};

function live(id: string, values: Values, more: Partial<LiveRecord> = {}): LiveRecord {
  return { kind: 'campaign', accountId, id, fields: values, deleted: false, updatedAt: undefined, ...more };
}

function entry(address: string, id: string, declared: Values = {}): StateEntry {
  return {
    address,
    kind: 'campaign',
    accountKey: 'acme',
    accountId,
    id,
    origin: 'created',
    declared,
    answered: declared,
    file: 'campaigns.yaml',
    preventDestroy: false,
  };
}

function operation(
  type: IntendedOperation['type'],
  key: string,
  more: Partial<IntendedOperation> = {},
): IntendedOperation {
  const address = `acme/campaigns/${key}`;
  const params = { ...fields, name: key, ...more.params };
  const id = type === 'Create' ? null : key;
  const after = type === 'Delete' ? null : entry(address, id ?? '', params);
  return { operation: 1, type, address, kind: 'campaign', id, known: [], entry: after, ...more, params };
}

interface Case {
  readonly operations: readonly IntendedOperation[];
  readonly live: readonly LiveRecord[];
  readonly entries?: readonly StateEntry[];
  readonly complete?: readonly string[];
  readonly now?: number;
}

function resolveCase({
  operations,
  live,
  entries = [],
  complete = ['campaign'],
  now = untilMs + 1,
}: Case): Resolution {
  const intent: Intent = {
    run: 'r',
    accountId,
    step: 1,
    method: 'POST',
    path: '/12/batch/accounts/18ce54d4x5t/campaigns',
    at,
    timeoutMs,
    operations: [...operations],
  };
  return resolve({
    intent,
    live: { accountId, complete, records: live, readAt: now },
    entries,
    now,
    settleMs,
  });
}

const create = operation('Create', 'a');
const early = untilMs;

function ambiguous(key: string, ...candidates: readonly string[]): Partial<Resolution> {
  return { outcome: 'ambiguous', address: `acme/campaigns/${key}`, candidates };
}

describe('what became of a request', () => {
  const cases: readonly (readonly [string, Case, object])[] = [
    [
      'a create whose record is there',
      { operations: [create], live: [live('x', fields)] },
      { outcome: 'found' },
    ],
    [
      'presence counts before the time has passed',
      { operations: [create], live: [live('x', fields)], now: at },
      { outcome: 'found' },
    ],
    [
      'absence does not, up to the last moment',
      { operations: [create], live: [], now: early },
      { outcome: 'wait', untilMs },
    ],
    ['absence after it', { operations: [create], live: [] }, { outcome: 'absent' }],
    [
      'a record known before it was sent is another one',
      { operations: [operation('Create', 'a', { known: ['x'] })], live: [live('x', fields)] },
      { outcome: 'absent' },
    ],
    [
      'a record that the state holds is another one',
      { operations: [create], live: [live('x', fields)], entries: [entry('acme/campaigns/b', 'x')] },
      { outcome: 'absent' },
    ],
    [
      'an owned record of another account or kind does not count as owned',
      {
        operations: [create],
        live: [live('x', fields)],
        entries: [
          { ...entry('b', 'x'), accountId: 'other' },
          { ...entry('c', 'x'), kind: 'line_item' },
        ],
      },
      { outcome: 'found' },
    ],
    [
      'a deleted record is not there',
      { operations: [create], live: [live('x', fields, { deleted: true })] },
      { outcome: 'absent' },
    ],
    [
      'a record of another kind is not it',
      { operations: [create], live: [live('x', fields, { kind: 'line_item' })] },
      { outcome: 'absent' },
    ],
    [
      'a field that was unset may be left out of the record',
      {
        operations: [create],
        live: [live('x', { name: 'a', funding_instrument_id: 'hxtet', entity_status: 'PAUSED' })],
      },
      { outcome: 'found' },
    ],
    [
      'another record of another name is nobody’s business',
      { operations: [create], live: [live('x', { ...fields, name: 'b' })] },
      { outcome: 'absent' },
    ],
    [
      'of a kind without a natural key nothing is alike',
      {
        operations: [operation('Create', 'a', { kind: 'account' })],
        live: [live('x', { name: 'b' }, { kind: 'account' })],
        complete: ['account'],
      },
      { outcome: 'absent' },
    ],
    [
      'two records that fit',
      { operations: [create], live: [live('x', fields), live('y', fields)] },
      ambiguous('a', 'x', 'y'),
    ],
    [
      'a new record of the same natural key that differs may be ours, changed since',
      { operations: [create], live: [live('x', { ...fields, entity_status: 'ACTIVE' })] },
      ambiguous('a', 'x'),
    ],
    [
      'one that fits beside one that is alike: ours may be the one, changed since, and the other a copy of it',
      { operations: [create], live: [live('x', { ...fields, entity_status: 'ACTIVE' }), live('y', fields)] },
      ambiguous('a', 'y', 'x'),
    ],
    [
      'a batch whose creates are there, but not its delete, early',
      {
        operations: [create, operation('Delete', 'b', { id: 'y' })],
        live: [live('x', fields), live('y', { ...fields, name: 'b' })],
        entries: [],
        now: early,
      },
      { outcome: 'wait', untilMs },
    ],
    [
      'absence from a list that was not read says nothing',
      { operations: [create], live: [], complete: [] },
      ambiguous('a'),
    ],
    [
      'a batch of creates that are all there',
      {
        operations: [create, operation('Create', 'b')],
        live: [live('x', fields), live('y', { ...fields, name: 'b' })],
      },
      { outcome: 'found' },
    ],
    [
      'a batch with only some creates there, early',
      { operations: [create, operation('Create', 'b')], live: [live('x', fields)], now: early },
      { outcome: 'wait', untilMs },
    ],
    [
      'a batch with only some creates there, late',
      { operations: [create, operation('Create', 'b')], live: [live('x', fields)] },
      ambiguous('b'),
    ],
    [
      'a batch with none of its creates there',
      { operations: [create, operation('Create', 'b')], live: [] },
      { outcome: 'absent' },
    ],
    [
      'an update in effect',
      { operations: [operation('Update', 'a')], live: [live('a', fields)] },
      { outcome: 'found' },
    ],
    [
      'an update not in effect',
      { operations: [operation('Update', 'a')], live: [live('a', { ...fields, entity_status: 'ACTIVE' })] },
      { outcome: 'absent' },
    ],
    [
      'an update that may still arrive',
      {
        operations: [operation('Update', 'a')],
        live: [live('a', { ...fields, entity_status: 'ACTIVE' })],
        now: early,
      },
      { outcome: 'wait', untilMs },
    ],
    [
      'an update of what is gone',
      { operations: [operation('Update', 'a')], live: [] },
      { outcome: 'absent' },
    ],
    [
      'updates of which only some are in effect are sent again',
      { operations: [operation('Update', 'a'), operation('Update', 'b')], live: [live('a', fields)] },
      { outcome: 'absent' },
    ],
    [
      'a delete whose record is gone',
      { operations: [operation('Delete', 'a')], live: [] },
      { outcome: 'found' },
    ],
    [
      'a delete whose record is marked deleted',
      { operations: [operation('Delete', 'a')], live: [live('a', fields, { deleted: true })] },
      { outcome: 'found' },
    ],
    [
      'a delete whose record is there',
      { operations: [operation('Delete', 'a')], live: [live('a', fields)] },
      { outcome: 'absent' },
    ],
    [
      'a create tells for the updates of its batch',
      {
        operations: [create, operation('Update', 'b')],
        live: [live('x', fields), live('b', { ...fields, name: 'changed since' })],
      },
      { outcome: 'found' },
    ],
    [
      'a delete tells for the updates of its batch',
      { operations: [operation('Update', 'b'), operation('Delete', 'a')], live: [live('b', fields)] },
      { outcome: 'found' },
    ],
    [
      'a delete that did not happen tells that an update was somebody else’s',
      {
        operations: [operation('Update', 'b'), operation('Delete', 'a')],
        live: [live('a', fields), live('b', { ...fields, name: 'b' })],
      },
      { outcome: 'absent' },
    ],
  ];

  test.each(cases)('%s', (_title, input, expected) => {
    const resolution = resolveCase(input);

    expect(resolution).toMatchObject(expected);
  });
});

describe('what the state holds afterwards', () => {
  test('a found create gets the id and the platform’s normal form of what was declared', () => {
    const record = live('x', { ...fields, currency: 'USD' });

    const resolution = resolveCase({ operations: [create], live: [record] });

    expect(resolution).toEqual({
      outcome: 'found',
      records: [record],
      put: [{ ...entry('acme/campaigns/a', 'x', fields), answered: fields }],
      remove: [],
    });
  });

  test('a found delete removes its entry', () => {
    const entries = [entry('acme/campaigns/a', 'a')];

    const resolution = resolveCase({ operations: [operation('Delete', 'a')], live: [], entries });

    expect(resolution).toMatchObject({ put: [], remove: ['acme/campaigns/a'] });
  });

  test.each([
    ['made anew in its place meanwhile', [entry('acme/campaigns/a', 'newer')]],
    ['gone already', []],
  ])('a found delete leaves an entry alone that was %s', (_title, entries) => {
    const resolution = resolveCase({ operations: [operation('Delete', 'a')], live: [], entries });

    expect(resolution).toMatchObject({ remove: [] });
  });

  test('an update that was changed again since counts with what was sent', () => {
    const update = operation('Update', 'b');
    const changed = live('b', { ...fields, name: 'b', entity_status: 'ACTIVE' });

    const resolution = resolveCase({ operations: [update, create], live: [changed, live('x', fields)] });

    expect(resolution).toMatchObject({ put: [update.entry, { id: 'x' }] });
  });

  test('an update of what is not ours leaves no entry', () => {
    const update = operation('Update', 'a', { entry: null });

    const resolution = resolveCase({ operations: [update], live: [live('a', fields)] });

    expect(resolution).toMatchObject({ outcome: 'found', put: [], remove: [] });
  });

  test('a field that the answer does not show keeps the value sent', () => {
    const shown = live('a', { name: 'a', funding_instrument_id: 'hxtet', entity_status: 'PAUSED' });
    const update = operation('Update', 'a', { params: { total_budget_amount_local_micro: null } });

    const resolution = resolveCase({ operations: [update], live: [shown] });

    expect(resolution).toMatchObject({ put: [{ answered: { total_budget_amount_local_micro: null } }] });
  });
});
