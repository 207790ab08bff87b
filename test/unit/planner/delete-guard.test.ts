import { expect, test } from 'vitest';
import { audience, campaign, item, member, PlanWorld, refused, tag } from '../../support/plan-world.ts';

const keys = (count: number, prefix = 'k'): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Campaigns of ours, each with so many line items with a criterion and a tag. */
function campaignsWith(campaigns: readonly string[], items: number): PlanWorld {
  const world = new PlanWorld();
  for (const key of campaigns) {
    world.ours(campaign(key));
    for (const each of keys(items, 'i'))
      world
        .ours(item(key, each))
        .ours(member(key, each, 'PHRASE_KEYWORD:EQ:shoes'))
        .ours(tag(key, each, 't'));
  }
  return world;
}

/** Takes a campaign out of the document with all that stands in it. */
function withoutCampaign(world: PlanWorld, key: string, items: number): PlanWorld {
  for (const each of keys(items, 'i'))
    world
      .without(item(key, each))
      .without(member(key, each, 'PHRASE_KEYWORD:EQ:shoes'))
      .without(tag(key, each, 't'));
  return world.without(campaign(key));
}

test('a campaign with what hangs on it is one deletion of as many as there are campaigns', () => {
  const world = campaignsWith(keys(10), 4).policy({ maxDeletes: { percent: 30 } });
  for (const key of keys(3)) withoutCampaign(world, key, 4);

  expect(refused(world.plan())).toEqual([]);
  expect(refused(withoutCampaign(world, 'k3', 4).plan())).toEqual([
    'max_deletes acme: the plan deletes 4 of 10 campaigns; the policy allows 3',
  ]);
});

test('a replaced campaign with 16 children is one', () => {
  const world = campaignsWith(keys(1), 5).policy({ maxDeletes: { count: 1 } });
  const replaced = world.edit(campaign('k0'), { funding_instrument_id: 'fi2' });

  expect(replaced.plan().changes.filter(({ action }) => action === 'replace')).toHaveLength(16);
  expect(refused(replaced.plan())).toEqual([]);
  expect(refused(replaced.policy({ maxDeletes: { count: 0 } }).plan())).toEqual([
    'max_deletes acme: the plan deletes 1 of 1 managed resources (1 campaign; each counts once, with all that hangs on it); the policy allows 0',
  ]);
});

test('line items are held against those of the campaigns that stay', () => {
  const world = campaignsWith(keys(3), 5).policy({ maxDeletes: { percent: 30 } });
  withoutCampaign(world, 'k2', 5);
  for (const each of keys(4, 'i'))
    world
      .without(item('k0', each))
      .without(member('k0', each, 'PHRASE_KEYWORD:EQ:shoes'))
      .without(tag('k0', each, 't'));

  expect(refused(world.plan())).toEqual([
    'max_deletes acme: the plan deletes 4 of 10 line items; the policy allows 3',
  ]);
});

test('tags of a line item that stays are held against tags', () => {
  const world = campaignsWith(['a'], 4).policy({ maxDeletes: { percent: 30 } });
  for (const each of keys(3, 'i')) world.without(tag('a', each, 't'));

  expect(refused(world.plan())).toEqual([]);
  expect(refused(world.without(tag('a', 'i3', 't')).plan())).toEqual([
    'max_deletes acme: the plan deletes 4 of 4 tracking tags; the policy allows 3',
  ]);
});

test('many of another kind do not make room for campaigns, and few of each are many together', () => {
  const world = campaignsWith(keys(4), 0).policy({ maxDeletes: { percent: 30 } });
  for (const key of keys(100)) world.ours(audience(key));
  for (const key of keys(4)) world.without(campaign(key));
  const few = campaignsWith(keys(2), 0).policy({ maxDeletes: { percent: 30 } });
  for (const key of keys(2)) few.dropped(audience(key)).without(campaign(key));

  expect(refused(world.plan())).toEqual([
    'max_deletes acme: the plan deletes 4 of 4 campaigns; the policy allows 3',
  ]);
  expect(refused(few.plan())).toEqual([
    'max_deletes acme: the plan deletes 4 of 4 managed resources (2 campaigns, 2 audiences; each counts once, with all that hangs on it); the policy allows 3',
  ]);
});

test('a target does not change what the share is of', () => {
  const world = campaignsWith([], 0).policy({ maxDeletes: { percent: 30 }, maxUpdates: { percent: 10 } });
  for (const key of keys(20))
    world.declared(campaign(key), {}, { id: `id${key}` }).foreign('campaign', `id${key}`);
  for (const key of keys(5, 'gone')) world.dropped(campaign(key));
  world.ours(campaign('a')).edit(campaign('a'), { name: 'B' });
  const targets = [campaign('gone*'), campaign('a')];

  expect(refused(world.plan())).toEqual([]);
  expect(refused(world.with({ targets }).plan())).toEqual([]);
});

test('what moves beneath a campaign that goes goes along by its old address', () => {
  const world = new PlanWorld()
    .policy({ maxDeletes: { count: 0 } })
    .dropped(campaign('old'))
    .dropped(item('old', 'x'))
    .moved([campaign('old'), campaign('new')]);

  expect(world.plan().violations).toMatchObject([{ rule: 'max_deletes', number: 1, limit: 0 }]);
});
