import { describe, expect, test } from 'vitest';
import { type Resolution, resolve } from '../../../src/appliers/resolve.ts';
import type { LiveRecord } from '../../../src/schemas/live-record.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import type { IntendedOperation, Intent, StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Values } from '../../../src/schemas/values.ts';

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
  /** None are known unless given. */
  readonly others?: readonly IntendedOperation[];
}

function resolveCase({
  operations,
  live,
  entries = [],
  complete = ['campaign'],
  now = untilMs + 1,
  others,
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
    ...(others !== undefined && { others }),
  });
}

/** Made when the request may have been carried out: the platform's times are whole seconds. */
const meanwhile = { createdAt: new Date(Math.floor(at / 1000) * 1000).toISOString() };
const tooLate = { createdAt: new Date(Math.ceil(untilMs / 1000) * 1000 + 1000).toISOString() };
const before = { createdAt: new Date(at - 1000).toISOString() };

const create = operation('Create', 'a');
const early = untilMs;
const promoted: IntendedOperation = {
  ...operation('Create', 'p', { kind: 'promoted_post' }),
  params: { line_item_id: 'i', tweet_id: '7' },
};
const categorised: IntendedOperation = {
  ...operation('Create', 'i', { kind: 'line_item' }),
  params: { campaign_id: 'c', name: 'i', categories: ['IAB3'] },
  entry: { ...entry('acme/campaigns/i', '', { name: 'i', categories: ['IAB3'] }), kind: 'line_item' },
};

const criterion = operation('Delete', 'a', { kind: 'targeting_criterion', parentId: 'i' });
/** A field of audiences that no answer shows. */
const hidden =
  Object.values(kindNamed('custom_audience').fields).find(({ readable }) => readable === false)?.wire ?? '';

function promotedAs(id: string, tweet: string): LiveRecord {
  return live(id, { line_item_id: 'i', tweet_id: tweet }, { kind: 'promoted_post' });
}

function categorisedAs(categories: Values[string]): LiveRecord {
  return live('x', { campaign_id: 'c', name: 'i', categories }, { kind: 'line_item' });
}

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
      'a record that somebody deleted since is there all the same',
      { operations: [create], live: [live('x', fields, { deleted: true, ...meanwhile })] },
      { outcome: 'found', put: [{ id: 'x' }] },
    ],
    [
      'a deleted record that was made before is another one',
      { operations: [create], live: [live('x', fields, { deleted: true, ...before })] },
      { outcome: 'absent' },
    ],
    [
      'a record that was made meanwhile, and has another name by now, may be it',
      { operations: [create], live: [live('x', { ...fields, name: 'b' }, meanwhile)], others: [] },
      ambiguous('a', 'x'),
    ],
    [
      'it may still arrive, until the last moment',
      {
        operations: [create],
        live: [live('x', { ...fields, name: 'b' }, meanwhile)],
        others: [],
        now: early,
      },
      { outcome: 'wait', untilMs },
    ],
    [
      'one that was made before or after is not it',
      {
        operations: [create],
        live: [live('x', { ...fields, name: 'b' }, before), live('y', { ...fields, name: 'b' }, tooLate)],
        others: [],
      },
      { outcome: 'absent' },
    ],
    [
      'one that another request without an answer made is not it',
      {
        operations: [create],
        live: [live('x', { ...fields, name: 'b' }, meanwhile)],
        others: [operation('Create', 'b')],
      },
      { outcome: 'absent' },
    ],
    [
      'one that differs in what no update can change is not it',
      {
        operations: [create],
        live: [live('x', { ...fields, funding_instrument_id: 'other', name: 'b' }, meanwhile)],
        others: [operation('Update', 'b'), operation('Create', 'c', { kind: 'line_item' })],
      },
      { outcome: 'absent' },
    ],
    [
      'of two creates of a request, the one whose record somebody renamed',
      {
        operations: [create, operation('Create', 'b')],
        live: [
          live('x', { ...fields, name: 'c' }, meanwhile),
          live('y', { ...fields, name: 'b' }, meanwhile),
        ],
        others: [],
      },
      ambiguous('a', 'x'),
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
      'a batch whose creates are there, but not its delete, late',
      {
        operations: [create, operation('Delete', 'b', { id: 'y' })],
        live: [live('x', fields), live('y', { ...fields, name: 'b' })],
      },
      ambiguous('b'),
    ],
    [
      'where the platform puts another value in the place of a sent one, what is new and holds the rest',
      { operations: [promoted], live: [promotedAs('x', '9')], complete: ['promoted_post'] },
      { outcome: 'found', put: [{ id: 'x' }] },
    ],
    [
      'two that are new and hold the rest: either may be it',
      {
        operations: [promoted],
        live: [promotedAs('x', '8'), promotedAs('y', '9')],
        complete: ['promoted_post'],
      },
      { outcome: 'ambiguous', address: promoted.address, candidates: ['x', 'y'] },
    ],
    [
      'what stands elsewhere does not hold the rest',
      {
        operations: [promoted],
        live: [live('x', { line_item_id: 'other', tweet_id: '9' }, { kind: 'promoted_post' })],
        complete: ['promoted_post'],
      },
      { outcome: 'absent' },
    ],
    [
      'what the platform adds to a set by itself does not make it another one',
      { operations: [categorised], live: [categorisedAs(['IAB3', 'IAB4'])], complete: ['line_item'] },
      { outcome: 'found', put: [{ answered: { categories: ['IAB3', 'IAB4'] } }] },
    ],
    [
      'a set without what was sent is another one: ours may be it, changed since',
      { operations: [categorised], live: [categorisedAs(['IAB4'])], complete: ['line_item'] },
      { outcome: 'ambiguous', address: categorised.address, candidates: ['x'] },
    ],
    [
      'a set that is unset is another one too',
      { operations: [categorised], live: [categorisedAs(null)], complete: ['line_item'] },
      { outcome: 'ambiguous', candidates: ['x'] },
    ],
    [
      'a set that was to be unset is not what is there now',
      {
        operations: [{ ...categorised, params: { ...categorised.params, categories: null } }],
        live: [categorisedAs(['IAB3'])],
        complete: ['line_item'],
      },
      { outcome: 'ambiguous', candidates: ['x'] },
    ],
    [
      'a set with only some of what was sent is another one',
      {
        operations: [{ ...categorised, params: { ...categorised.params, categories: ['IAB3', 'IAB9'] } }],
        live: [categorisedAs(['IAB3', 'IAB4'])],
        complete: ['line_item'],
      },
      { outcome: 'ambiguous', candidates: ['x'] },
    ],
    [
      'a set that the platform adds nothing to by itself is another one with more in it',
      {
        operations: [{ ...categorised, params: { ...categorised.params, placements: ['TWITTER_SEARCH'] } }],
        live: [
          live(
            'x',
            { ...categorisedAs(['IAB3']).fields, placements: ['TWITTER_SEARCH', 'TWITTER_TIMELINE'] },
            { kind: 'line_item' },
          ),
        ],
        complete: ['line_item'],
      },
      { outcome: 'ambiguous', candidates: ['x'] },
    ],
    [
      'a parameter that is no field of the record tells nothing',
      {
        operations: [{ ...create, params: { ...fields, draft: true } }],
        live: [live('x', fields)],
      },
      { outcome: 'found' },
    ],
    [
      'a field that answers do not show tells nothing',
      {
        operations: [
          { ...operation('Create', 'v', { kind: 'custom_audience' }), params: { name: 'v', [hidden]: 'x' } },
        ],
        live: [live('x', { name: 'v' }, { kind: 'custom_audience' })],
        complete: ['custom_audience'],
      },
      { outcome: 'found' },
    ],
    [
      'what stands elsewhere under another parent is another one',
      {
        operations: [categorised],
        live: [live('x', { ...categorisedAs(['IAB3']).fields, campaign_id: 'd' }, { kind: 'line_item' })],
        complete: ['line_item'],
      },
      { outcome: 'absent' },
    ],
    [
      'an update tells nothing by a record of another kind with its id',
      { operations: [operation('Update', 'a')], live: [live('a', fields, { kind: 'line_item' })] },
      { outcome: 'absent' },
    ],
    [
      'a delete below what was read is certain',
      { operations: [criterion], live: [], complete: ['targeting_criterion'] },
      { outcome: 'found' },
    ],
    [
      'a delete below what was not read is not, and is sent again',
      { operations: [criterion], live: [], complete: [] },
      { outcome: 'absent' },
    ],
    [
      'a delete of what no list shows is not, and is sent again',
      { operations: [operation('Delete', 'a', { kind: 'tax_settings' })], live: [], complete: [] },
      { outcome: 'absent' },
    ],
    [
      'a delete of what a list of the account would show is certain',
      { operations: [operation('Delete', 'a')], live: [], complete: [] },
      { outcome: 'found' },
    ],
    [
      'a natural key of which neither what was sent nor what is there says a part is the same',
      {
        operations: [{ ...create, params: { name: 'a', entity_status: 'PAUSED' } }],
        live: [live('x', { name: 'a', entity_status: 'ACTIVE' })],
      },
      ambiguous('a', 'x'),
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
      overtaken: [],
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

    expect(resolution).toMatchObject({ records: [live('x', fields)], put: [update.entry, { id: 'x' }] });
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

describe('a reading may show old records as they were before the intent', () => {
  const changed = live('a', { ...fields, name: 'a' });
  test.each([
    ['an update that shows', [operation('Update', 'a')], [changed]],
    ['a delete whose record is gone', [operation('Delete', 'a')], []],
  ])('%s counts only after the settling time', (_what, operations, records) => {
    const resolveAt = (now: number): Resolution => resolveCase({ operations, live: records, now });

    expect(resolveAt(at + settleMs - 1)).toEqual({ outcome: 'wait', untilMs: at + settleMs });
    expect(resolveAt(at + settleMs)).toMatchObject({ outcome: 'found' });
  });

  test('a new record counts at once, and tells for what was sent with it', () => {
    const operations = [operation('Create', 'a'), operation('Delete', 'b')];

    expect(resolveCase({ operations, live: [changed], now: at })).toMatchObject({ outcome: 'found' });
  });
});

function pausedAt(id: string, updatedAt: string | undefined): LiveRecord {
  return live(id, { ...fields, name: id }, { updatedAt });
}

function runningAt(id: string, updatedAt: string | undefined): LiveRecord {
  return live(id, { ...fields, name: id, entity_status: 'ACTIVE' }, { updatedAt });
}

describe('an update whose record somebody has changed since', () => {
  const before = '1970-01-01T00:16:40Z';
  const since = '1970-01-01T00:16:41Z';
  const [a, b] = [operation('Update', 'a'), operation('Update', 'b')];

  test.each<[string, readonly IntendedOperation[], readonly LiveRecord[], readonly IntendedOperation[]]>([
    ['alone', [a], [runningAt('a', since)], [a]],
    ['beside one that shows', [a, b], [runningAt('a', since), pausedAt('b', since)], [a]],
    ['beside another one', [a, b], [runningAt('a', since), runningAt('b', since)], [a, b]],
    ['beside one that is gone', [a, b], [runningAt('a', since)], [a, b]],
  ])('counts as carried out: %s', (_, operations, records, overtaken) => {
    const shown = records.filter((record) => overtaken.every(({ id }) => id !== record.id));

    expect(resolveCase({ operations, live: records })).toMatchObject({
      outcome: 'found',
      records: shown,
      overtaken,
      put: operations
        .map((each) => each.entry?.declared)
        .map((declared) => ({ declared, answered: declared })),
    });
  });

  test('counts only once the request can arrive no more', () => {
    const resolution = resolveCase({ operations: [a], live: [runningAt('a', since)], now: untilMs });

    expect(resolution).toEqual({ outcome: 'wait', untilMs });
  });

  test.each<[string, readonly IntendedOperation[], readonly LiveRecord[]]>([
    ['was changed last before it was sent', [a], [runningAt('a', before)]],
    ['does not say when it was changed', [a], [runningAt('a', undefined)]],
    ['stands beside one that nobody changed', [a, b], [runningAt('a', since), runningAt('b', before)]],
    ['is gone', [a, b], [pausedAt('b', since)]],
    [
      'stands beside a delete that did not happen',
      [a, operation('Delete', 'b')],
      [runningAt('a', since), runningAt('b', since)],
    ],
  ])('did not take effect where the record %s', (_, operations, records) => {
    expect(resolveCase({ operations, live: records })).toEqual({ outcome: 'absent' });
  });
});
