import { describe, expect, test } from 'vitest';
import { asAnswered } from '../../../src/appliers/sent-fields.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import type { Values } from '../../../src/schemas/values.ts';

function answered(kind: string, fields: Values, sent: Values): Values {
  const record = { kind, accountId: '18ce54d4x5t', id: 'x', fields, deleted: false, updatedAt: undefined };
  return asAnswered(kindNamed(kind), record, sent).fields;
}

describe('a record that was read, as the answer to a request', () => {
  test.each<[string, string, Values, Values, Values]>([
    [
      'what was sent and still stands, and what was not sent',
      'campaign',
      { name: 'a', daily_budget_amount_local_micro: 5, total_budget_amount_local_micro: 7 },
      { name: 'a', daily_budget_amount_local_micro: 5 },
      { name: 'a', daily_budget_amount_local_micro: 5, total_budget_amount_local_micro: 7 },
    ],
    [
      'not a sent field that somebody changed since',
      'campaign',
      { name: 'a', daily_budget_amount_local_micro: 500 },
      { name: 'a', daily_budget_amount_local_micro: 5 },
      { name: 'a' },
    ],
    [
      'not a sent field that somebody unset or set since',
      'campaign',
      { daily_budget_amount_local_micro: null, total_budget_amount_local_micro: 7 },
      { daily_budget_amount_local_micro: 5, total_budget_amount_local_micro: null },
      {},
    ],
    [
      'a set that the platform has added to by itself',
      'line_item',
      { categories: ['IAB3', 'IAB4'] },
      { categories: ['IAB3'] },
      { categories: ['IAB3', 'IAB4'] },
    ],
    [
      'a value that the platform puts in the place of the one that was sent',
      'promoted_post',
      { line_item_id: 'i', tweet_id: '9' },
      { line_item_id: 'i', tweet_id: '7' },
      { line_item_id: 'i', tweet_id: '9' },
    ],
  ])('holds %s', (_, kind, fields, sent, expected) => {
    expect(answered(kind, fields, sent)).toEqual(expected);
  });
});
