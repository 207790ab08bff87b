import { describe, expect, test } from 'vitest';
import { campaign, item, member, million, PlanWorld, tag } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const [a, b] = [campaign('a'), campaign('b')];
const x = item('a', 'x');
const active = { entity_status: 'ACTIVE' };
const paused = { entity_status: 'PAUSED' };
const byItems = { budget_optimization: 'LINE_ITEM', [daily]: null };

/** Two campaigns and a line item of ours, in an account of which only these were read. */
function part(...kinds: readonly string[]): PlanWorld {
  return new PlanWorld()
    .ours(a, active)
    .ours(b, paused)
    .ours(x, active)
    .ours(tag('a', 'x', 't'))
    .partly(...kinds);
}

function unread(world: PlanWorld): readonly string[] {
  return world.result().unread.whole.map(({ kind }) => kind);
}

const both = ['campaign', 'line_item'];

/** The second campaign is switched on, and leaves its budget to its line items. */
function activated(world: PlanWorld): PlanWorld {
  return world.edit(b, { ...active, ...byItems });
}

describe('of an account that was read in part, the rest is wanted', () => {
  test.each<[string, (world: PlanWorld) => PlanWorld, readonly string[]]>([
    ['not where nothing changes', (world) => world, []],
    ['not for a name', (world) => world.edit(a, { name: 'other' }), []],
    ['not for a pause', (world) => world.edit(a, paused), []],
    ['not for a lower budget', (world) => world.edit(a, { [daily]: 9 * million }), []],
    ['not for a campaign that goes with its line item', (world) => world.without(a).without(x), []],
    ['for a budget that rises', (world) => world.edit(a, { [daily]: 11 * million }), both],
    [
      'not for one that rises while the campaign is paused',
      (world) => world.edit(b, { [daily]: 11 * million }),
      [],
    ],
    ['for what is switched on', (world) => world.edit(b, active), both],
    ['for a new campaign', (world) => world.declared(campaign('c')), ['campaign']],
    ['for a campaign that is made anew', (world) => world.edit(a, { funding_instrument_id: 'fi2' }), both],
    ['for a later end', (world) => world.edit(x, { end_time: '2027-01-31T00:00:00Z' }), both],
    [
      'for an earlier end beside others, which decide together on days',
      (world) => world.edit(x, { end_time: '2026-12-05T00:00:00Z' }),
      both,
    ],
    [
      'for a line item that goes beside others, which decide together on days',
      (world) => world.without(x),
      both,
    ],
  ])('%s', (_case, change, expected) => {
    expect(unread(change(part(...both)))).toEqual(expected);
  });

  test('of a kind that gets a new record, and of no other', () => {
    const tagged = part('campaign', 'tracking_tag').declared(tag('a', 'x', 'new'));
    const targeted = part('campaign').declared(member('a', 'x', 'LANGUAGE:EQ:en'));

    expect([unread(tagged), unread(targeted)]).toEqual([['tracking_tag'], []]);
  });

  test('with the line items that will spend by their own budgets', () => {
    const without = part('campaign').unread('campaign', 'line_item');

    expect(unread(activated(without))).toEqual(both);
    expect(unread(activated(part('campaign')))).toEqual(['campaign']);
  });

  test('not of an account that was read completely', () => {
    expect(unread(part().edit(b, active))).toEqual([]);
  });
});

test('what was not read is not counted, and what was is', () => {
  const rename = (...kinds: readonly string[]): PlanWorld => part(...kinds).edit(a, { name: 'other' });
  const [campaigns, items, tags] = [rename('campaign'), rename('line_item'), rename('tracking_tag')].map(
    (world) => world.plan(),
  );

  expect(campaigns?.budget['acme']).toEqual({ active_campaigns: null, exposure: null });
  expect(items?.budget['acme']).toMatchObject({ active_campaigns: { after: 1 }, exposure: null });
  expect(tags?.budget['acme']).toMatchObject({ active_campaigns: { after: 1 }, exposure: { USD: {} } });
  expect([campaigns, items, tags].map((plan) => plan?.summary.unmanaged)).toEqual([null, null, null]);
  expect(part().plan().summary.unmanaged).toBe(2);
  expect(part('campaign').drift()).toMatchObject({
    summary: { in_sync: 4, unmanaged: null },
    budget: { acme: { active_campaigns: null, exposure: null } },
  });
});
