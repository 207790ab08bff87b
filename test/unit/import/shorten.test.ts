import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { outlineOf } from '../../../src/import/outline.ts';
import { filesOf, textOf } from '../../../src/import/render-files.ts';
import { type Shortened, shorten } from '../../../src/import/shorten/shorten.ts';
import { growTree } from '../../../src/import/tree.ts';
import { readBack } from '../../../src/import/try-out.ts';
import type { LiveRecord } from '../../../src/schemas/live-record.ts';
import type { Values } from '../../../src/schemas/values.ts';

const us = '18ce54d4x5t';

function record(kind: string, id: string, fields: Values): LiveRecord {
  return { kind, accountId: us, id, fields, deleted: false, updatedAt: undefined };
}

function outlined(records: readonly LiveRecord[]): Shortened {
  const account = outlineOf(growTree(records, us, 'acme-us'), new Map());
  return { account, defaults: new Map() };
}

function textsOf(short: Shortened): readonly string[] {
  return filesOf(short).map(textOf);
}

/** What a document declares, by address, as the program reads it. */
async function declaredIn(short: Shortened): Promise<ReadonlyMap<string, unknown>> {
  const files = filesOf(short).map((file) => ({ ...file, path: file.name }));
  const read = await readBack(() => ({ account: short.account, files }), '/');
  if ('faults' in read) throw new Error(JSON.stringify([...read.faults.values()]));
  return new Map(
    read.document.resources
      .map(({ address, kind, id, fields, sets }) => [address, { kind, id, fields, sets }] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

const word = fc.oneof(
  fc.constantFrom(
    'US',
    'us',
    'UK',
    'de',
    'De',
    'Spring',
    'Summer Sale',
    '2026',
    'yes',
    'true',
    '007',
    '18-24',
    '55+',
    'null',
  ),
  fc.constantFrom('Été', '日本', "Dad's", '"x"', '${x}', 'a: b', '- y', '#1', 'x|y', '{z}', '1e3', '0x1f'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== ''),
);
const axis = fc.uniqueArray(word, { minLength: 1, maxLength: 4 });
const budget = fc.constantFrom(10_000_000, 20_500_000, 33_000_000);

/** Campaigns whose names follow a pattern, with what goes with each part, and with exceptions. */
const pattern = fc.record({
  separator: fc.constantFrom(' | ', ' - ', '_', ' ', '-', ' / '),
  head: fc.constantFrom('Sale', 'Acme US', 'x', ''),
  axes: fc.array(axis, { minLength: 1, maxLength: 3 }),
  /** Which axis, if any, the budget and the status follow. */
  budgetBy: fc.nat(3),
  statusBy: fc.nat(3),
  budgets: fc.array(budget, { minLength: 4, maxLength: 4 }),
  items: fc.constantFrom('none', 'own', 'named'),
  odd: fc.array(fc.record({ at: fc.nat(60), budget }), { maxLength: 3 }),
  missing: fc.array(fc.nat(60), { maxLength: 3 }),
});
type Pattern = typeof pattern extends fc.Arbitrary<infer T> ? T : never;

function recordsOf(each: Pattern, prefix: string): readonly LiveRecord[] {
  const combinations = each.axes.reduce<readonly (readonly number[])[]>(
    (all, values) => all.flatMap((one) => values.map((_, place) => [...one, place])),
    [[]],
  );
  return combinations.flatMap((places, index) => {
    if (each.missing.includes(index)) return [];
    const parts = places.map((place, column) => each.axes[column]?.[place] ?? '');
    const name = [...(each.head === '' ? [] : [each.head]), ...parts].join(each.separator);
    const odd = each.odd.find(({ at }) => at === index);
    const campaign = record('campaign', `${prefix}${index}`, {
      name,
      entity_status: (places[each.statusBy] ?? 0) === 0 ? 'ACTIVE' : 'PAUSED',
      daily_budget_amount_local_micro: odd?.budget ?? each.budgets[places[each.budgetBy] ?? 0] ?? 1,
      budget_optimization: 'CAMPAIGN',
      funding_instrument_id: 'hxtet',
    });
    if (each.items === 'none') return [campaign];
    const item = record('line_item', `${prefix}l${index}`, {
      campaign_id: campaign.id,
      name: each.items === 'own' ? 'Clicks' : `${name} ${parts.at(-1)}`,
      objective: 'WEBSITE_CLICKS',
      product_type: 'PROMOTED_TWEETS',
      placements: ['ALL_ON_TWITTER'],
      entity_status: 'PAUSED',
      start_time: '2026-12-01T00:00:00Z',
      end_time: '2026-12-31T00:00:00Z',
    });
    const targeting = places.map((place, column) =>
      record('targeting_criterion', `${prefix}t${index}x${column}`, {
        line_item_id: item.id,
        targeting_type: column === 0 ? 'LOCATION' : 'BROAD_KEYWORD',
        targeting_value: column === 0 ? `96683cc9126741d${place}` : (parts[column] ?? ''),
        operator_type: 'EQ',
      }),
    );
    return [campaign, item, ...targeting];
  });
}

test('a shortened document declares what the whole one declares', async () => {
  let shortened = 0;
  await fc.assert(
    fc.asyncProperty(pattern, pattern, async (one, other) => {
      const records = [...recordsOf(one, 'a'), ...recordsOf(other, 'b')];
      const whole = outlined(records);
      const short = shorten(whole.account, { withDefaults: true });
      if (short === undefined) return;
      shortened += 1;
      expect(await declaredIn(short)).toEqual(await declaredIn(whole));
      expect(textsOf(short).join('').length).toBeLessThan(textsOf(whole).join('').length);
    }),
    { numRuns: 300 },
  );
  expect(shortened).toBeGreaterThan(100);
}, 60_000);
