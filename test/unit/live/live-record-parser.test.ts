import { describe, expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { liveRecordParser } from '../../../src/live/live-record-parser.ts';
import { createSeal } from '../../../src/live/seal.ts';
import { allKinds, kindNamed } from '../../../src/schemas/registry.ts';

const accountId = '18ce54d4x5t';
const path = '/12/accounts/18ce54d4x5t/campaigns';

function parse(kind: string, record: unknown): ReturnType<ReturnType<typeof liveRecordParser>> {
  return liveRecordParser(kindNamed(kind), accountId)(record, path);
}

function parseFailure(kind: string, record: unknown): AdsyncError {
  try {
    parse(kind, record);
  } catch (error) {
    if (error instanceof AdsyncError) return error;
  }
  throw new Error('nothing was thrown');
}

describe('a record of the platform', () => {
  test('is read into normal form: its fields, its parent, what is observed, and no more', () => {
    const record = {
      id: '6zva',
      campaign_id: '8zva0',
      name: 'x',
      placements: ['B', 'A', 'B'],
      start_time: '2026-12-01T01:00:00+01:00',
      bid_amount_local_micro: '1200000',
      daily_budget_amount_local_micro: null,
      currency: 'USD',
      deleted: false,
      updated_at: '2026-11-01T00:00:00Z',
      something_new: { deep: [1] },
    };

    const live = parse('line_item', record);

    expect(live).toEqual({
      kind: 'line_item',
      accountId,
      id: '6zva',
      deleted: false,
      updatedAt: '2026-11-01T00:00:00Z',
      fields: {
        campaign_id: '8zva0',
        name: 'x',
        placements: ['A', 'B'],
        start_time: '2026-12-01T00:00:00Z',
        bid_amount_local_micro: 1_200_000,
        daily_budget_amount_local_micro: null,
        currency: 'USD',
      },
    });
  });

  test('says nothing about a field that it does not show', () => {
    const live = parse('campaign', { id: 'x' });

    expect(live).toEqual({
      kind: 'campaign',
      accountId,
      id: 'x',
      fields: {},
      deleted: false,
      updatedAt: undefined,
    });
  });

  test('that is deleted says so', () => {
    expect(parse('campaign', { id: 'x', deleted: true, updated_at: null }).deleted).toBe(true);
  });

  test('cannot smuggle in a prototype', () => {
    const live = parse('campaign', JSON.parse('{"id":"x","__proto__":{"name":"evil"},"constructor":1}'));

    expect(live.fields).toEqual({});
    expect(live.fields['name']).toBeUndefined();
  });

  test.each<readonly [string, string, unknown, string]>([
    ['no object', 'campaign', null, 'campaign that cannot be read: the record'],
    ['a list', 'campaign', [], 'campaign that cannot be read'],
    ['a text', 'campaign', 'x', 'campaign that cannot be read: the record'],
    ['no id', 'campaign', { name: 'x' }, 'campaign that cannot be read: id'],
    ['an empty id', 'campaign', { id: '' }, 'cannot be read: id'],
    ['a fraction for an id', 'campaign', { id: 7.5 }, 'cannot be read: id'],
    ['no parent', 'line_item', { id: 'x' }, 'line item x that cannot be read: campaign_id'],
    [
      'money that is none',
      'campaign',
      { id: 'x', daily_budget_amount_local_micro: '1.5' },
      'campaign x that cannot be read: daily_budget_amount_local_micro',
    ],
    [
      'money beyond a whole number',
      'campaign',
      { id: 'x', daily_budget_amount_local_micro: 1.5 },
      'daily_budget_amount_local_micro',
    ],
    ['a wrong type', 'campaign', { id: 'x', name: { first: 'y' } }, 'campaign x that cannot be read: name'],
    [
      'a wrong type deep down',
      'line_item',
      { id: 'x', campaign_id: 'y', placements: ['A', 7] },
      'line item x that cannot be read: placements.1',
    ],
    ['a wrong mark', 'campaign', { id: 'x', deleted: 'yes' }, 'cannot be read: deleted'],
  ])('that has %s is refused, naming path, id and field', (_title, kind, record, message) => {
    const failure = parseFailure(kind, record);

    expect(failure.code).toBe('ADSYNC_ANSWER_INVALID');
    expect(failure.message).toContain(message);
    expect(failure.detail.lines).toEqual([path]);
  });

  test.each(allKinds.map((kind) => [kind.name, kind] as const))(
    'of every kind can be read, without what no answer shows: %s',
    (_name, kind) => {
      const shown = Object.values(kind.fields).filter(
        ({ readable, readAs }) => readable ?? readAs === undefined,
      );
      const nothing = Object.fromEntries(shown.map(({ wire }) => [wire, null]));
      const ids = { [kind.idField ?? 'id']: '7', ...(kind.parentField && { [kind.parentField]: 'p' }) };
      const parse = liveRecordParser(kind, accountId, createSeal(new Uint8Array(32)));

      const live = parse({ ...nothing, ...ids }, path, kind.form === 'only' ? { id: '7' } : {});

      const own = Object.entries(ids).filter(([wire]) => wire in nothing || wire === kind.parentField);
      expect(live.id).toBe('7');
      expect(live.fields).toEqual({ ...nothing, ...Object.fromEntries(own) });
    },
  );
});
