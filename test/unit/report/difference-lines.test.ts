import { expect, test } from 'vitest';
import type { Difference } from '../../../src/planner/result/difference.ts';
import { differenceLines } from '../../../src/report/difference-lines.ts';

const address = 'acme/campaigns/sale';
const of = (difference: Partial<Difference>): Difference => ({
  address,
  field: 'id',
  currency: null,
  earlier: 'a',
  now: 'b',
  ...difference,
});
const field = (wire: string, values: Pick<Difference, 'earlier' | 'now'>): Difference =>
  of({ kind: 'campaign', field: wire, currency: 'EUR', ...values });

test.each<readonly [name: string, Difference, string]>([
  ['text', of({}), `${address}  id: then a, now b`],
  ['nothing', of({ earlier: undefined, now: null }), `${address}  id: then nothing, now nothing`],
  ['a count', of({ earlier: 1, now: 2 }), `${address}  id: then 1, now 2`],
  [
    'money of an account',
    of({ currency: 'EUR', earlier: 1_500_000_000, now: 0 }),
    `${address}  id: then 1,500.00 EUR, now 0.00 EUR`,
  ],
  [
    'money of a field',
    field('daily_budget_amount_local_micro', { earlier: 55_000_000, now: null }),
    `${address}  daily_budget: then 55.00 EUR/day, now none`,
  ],
  [
    'a field',
    field('entity_status', { earlier: 'PAUSED', now: 'ACTIVE' }),
    `${address}  status: then PAUSED, now ACTIVE`,
  ],
  [
    'an id that is not known yet',
    field('funding_instrument_id', { earlier: 'fi1', now: { id_of: 'acme/funding_instruments/new' } }),
    `${address}  funding_instrument: then fi1, now acme/funding_instruments/new (known after apply)`,
  ],
  [
    'a field that only the later plan changes',
    {
      ...field('entity_status', { earlier: undefined, now: 'ACTIVE' }),
      onlyOne: { leaves: 'earlier', from: 'PAUSED' },
    },
    `${address}  status: then not changed, now PAUSED → ACTIVE`,
  ],
  [
    'a field that only the earlier plan changes',
    {
      ...field('daily_budget_amount_local_micro', { earlier: 60_000_000, now: undefined }),
      onlyOne: { leaves: 'now', from: 55_000_000 },
    },
    `${address}  daily_budget: then 55.00 EUR/day → 60.00 EUR/day, now not changed`,
  ],
  [
    'a field that is only paused on the way',
    {
      ...field('entity_status', { earlier: undefined, now: undefined }),
      onlyOne: { leaves: 'now', from: 'ACTIVE' },
    },
    `${address}  status: then ACTIVE, now not changed`,
  ],
  [
    'what is sensitive',
    field('name', { earlier: { digest: 'hmac-sha256:a' }, now: { digest: 'hmac-sha256:b' } }),
    `${address}  name: then a sensitive value, now another one`,
  ],
  [
    'what became sensitive',
    field('name', { earlier: 'x', now: { digest: 'hmac-sha256:b' } }),
    `${address}  name: then x, now (sensitive)`,
  ],
])('a difference of %s is one line', (_name, difference, line) => {
  expect(differenceLines([difference])).toEqual([line]);
});

test('of very many differences the rest is counted', () => {
  const many = Array.from({ length: 45 }, (_, number) => of({ field: `f${number}` }));

  expect(differenceLines(many)).toHaveLength(41);
  expect(differenceLines(many).at(-1)).toBe('and 5 more');
  expect(differenceLines(many.slice(0, 40))).toHaveLength(40);
});
