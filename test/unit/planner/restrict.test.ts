import { expect, test } from 'vitest';
import type { Plan } from '../../../src/schemas/plan.ts';
import {
  audience,
  campaign,
  flexible,
  item,
  member,
  PlanWorld,
  refused,
  sent,
  tag,
  told,
} from '../../support/plan-world.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');
const active = { entity_status: 'ACTIVE' };
const at = (text: string): string => member('sale', 'clicks', text);

/** An ACTIVE line item of ours with the given members, of which the document has others by now. */
function changing(before: readonly string[], after: readonly string[], fields = active): PlanWorld {
  const world = new PlanWorld().ours(sale).ours(clicks, fields);
  for (const text of before) if (!after.includes(text)) world.dropped(at(text));
  for (const text of after) if (before.includes(text)) world.ours(at(text));
  for (const text of after) if (!before.includes(text)) world.declared(at(text));
  return world;
}

const places = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `LOCATION:EQ:${index + 1}`);

function atomicSteps({ steps }: Plan): readonly (readonly string[])[] {
  return steps
    .filter(({ atomic }) => atomic === true)
    .map(({ operations }) => operations.map(({ operation_type, address }) => `${operation_type} ${address}`));
}

test('what restricts an ACTIVE line item changes in one batch that nothing splits, deletes first', () => {
  const plan = changing(['LOCATION:EQ:1', 'AGE:EQ:AGE_OVER_50'], ['LOCATION:EQ:2', 'GENDER:EQ:1']).plan();

  expect(plan.steps).toHaveLength(1);
  expect(atomicSteps(plan)).toEqual([
    [
      `Delete ${at('LOCATION:EQ:1')}`,
      `Delete ${at('AGE:EQ:AGE_OVER_50')}`,
      `Create ${at('LOCATION:EQ:2')}`,
      `Create ${at('GENDER:EQ:1')}`,
    ],
  ]);
  expect(plan.steps[0]?.operations.map(({ requires }) => requires)).toEqual([[], [], [], []]);
});

test('one that does not fit is made while the line item is paused', () => {
  const plan = changing(['LOCATION:EQ:1', 'AGE:EQ:AGE_OVER_50'], places(6).slice(2)).plan();
  const lines = sent(plan);

  expect(lines[0]).toBe(`release: Update ${clicks} PAUSED`);
  expect(lines.at(-1)).toBe(`claim: Update ${clicks} ACTIVE`);
  expect(atomicSteps(plan)).toEqual([]);
  expect(plan.steps.every(({ operations }) => operations.length <= 4)).toBe(true);
  expect(plan.changes[0]).toMatchObject({
    address: clicks,
    action: 'update',
    reason: 'paused until all of its changes are made',
    before: {},
    after: {},
    precondition: { entity_status: 'ACTIVE' },
  });
  expect(plan.changes[0]?.precondition).toEqual({ entity_status: 'ACTIVE' });
  expect(plan.summary).toMatchObject({ update: 1, create: 4, delete: 2 });
});

test('a line item that is made anew says why, though it is paused before it goes', () => {
  const plan = changing(['LOCATION:EQ:1'], ['LOCATION:EQ:1'])
    .edit(clicks, { placements: ['TWITTER_TIMELINE'] })
    .plan();

  expect(sent(plan)[0]).toBe(`release: Update ${clicks} PAUSED`);
  expect(plan.changes[0]).toMatchObject({
    address: clicks,
    action: 'replace',
    reason: 'placements cannot be updated',
    precondition: { entity_status: 'ACTIVE' },
  });
});

test('one that is taken over or gets another address while it is paused is told as that', () => {
  const members = (world: PlanWorld): PlanWorld =>
    places(5).reduce((all, text) => all.declared(at(text)), world.ours(sale).declared(clicks, active));
  const taken = members(new PlanWorld())
    .foreign('line_item', 'theirs', { name: 'clicks', campaign_id: 'sale', ...active })
    .consent({ adopt: { all: true, addresses: new Map() } })
    .plan();
  const old = item('sale', 'old');
  const moved = members(new PlanWorld().dropped(old, { name: 'clicks', ...active }))
    .moved([old, clicks])
    .plan();

  expect(sent(taken)[0]).toBe(`release: Update ${clicks} PAUSED`);
  expect(sent(moved)[0]).toBe(`release: Update ${clicks} PAUSED`);
  expect(told(taken)[0]).toBe(`adopt ${clicks} (config)`);
  expect(told(moved)[0]).toBe(`move ${clicks} (config)`);
});

test('a single change needs neither batch nor pause, a paused line item none either', () => {
  const single = changing([], ['LOCATION:EQ:1']).plan();
  const paused = changing(places(2), places(8).slice(2), { entity_status: 'PAUSED' }).plan();
  const pausedFew = changing(places(2), places(4).slice(2), { entity_status: 'PAUSED' }).plan();

  expect(sent(single)).toEqual([`neutral: Create ${at('LOCATION:EQ:1')}`]);
  expect(pausedFew.steps).toHaveLength(1);
  expect([single, paused, pausedFew].flatMap(atomicSteps)).toEqual([]);
  expect(sent(paused).join()).not.toContain('Update');
});

test.each([
  ['a single restriction that no batch takes', [`${clicks}/curated_categories/c1`]],
  ['promoted posts, which restrict nothing', ['1', '2'].map((id) => `${clicks}/promoted_posts/${id}`)],
])('an ACTIVE line item runs on while it gets %s', (_, addresses) => {
  const world = changing([], []);
  for (const address of addresses) world.declared(address);

  expect(sent(world.plan())).toEqual(addresses.map((address) => `neutral: Create ${address}`));
});

test('an ACTIVE line item that goes with all its targeting is not paused for that', () => {
  const world = new PlanWorld().dropped(sale).dropped(clicks, active);
  for (const text of places(5)) world.dropped(at(text));
  const { changes } = world.plan();

  expect(changes.map(({ action, reason }) => `${action}: ${reason}`)).toEqual(
    Array.from({ length: 7 }, () => 'delete: no longer declared'),
  );
});

test('members go in one batch where another file declares their line item', () => {
  const elsewhere = { file: 'other.yaml' };
  const plan = new PlanWorld()
    .dropped(sale, {}, elsewhere)
    .dropped(clicks, {}, elsewhere)
    .dropped(at('LOCATION:EQ:1'))
    .dropped(at('GENDER:EQ:1'))
    .plan();

  expect(sent(plan)).toEqual([`neutral: Delete ${at('LOCATION:EQ:1')}, Delete ${at('GENDER:EQ:1')}`]);
  expect(atomicSteps(plan)).toEqual([]);
});

test('between a member of the old line item and one of the new stands the line item', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .ours(clicks)
    .edit(clicks, { placements: ['TWITTER_TIMELINE'] })
    .dropped(at('LOCATION:EQ:1'))
    .declared(at('LOCATION:EQ:2'))
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Delete ${at('LOCATION:EQ:1')}`,
    `neutral: Delete ${clicks}`,
    `neutral: Create ${clicks} PAUSED`,
    `neutral: Create ${at('LOCATION:EQ:2')}`,
  ]);
});

test('a line item that is paused by the document is not paused again', () => {
  const plan = changing(places(1), places(8).slice(1)).edit(clicks, { entity_status: 'PAUSED' }).plan();

  expect(sent(plan).filter((line) => line.includes('Update'))).toEqual([`release: Update ${clicks} PAUSED`]);
  expect(sent(plan)[0]).toContain('Update');
  const [pause, ...others] = plan.steps.flatMap(({ operations }) => operations);
  expect(others).toHaveLength(8);
  for (const { requires } of others) expect(requires).toContain(pause?.operation);
});

test('what else changes of the line item changes under the same pause', () => {
  const plan = changing([], places(5)).edit(clicks, { name: 'Renamed' }).plan();

  expect(sent(plan).filter((line) => line.includes('Update'))).toEqual([
    `release: Update ${clicks} PAUSED`,
    `neutral: Update ${clicks}`,
    `claim: Update ${clicks} ACTIVE`,
  ]);
  expect(told(plan)[0]).toBe(`update ${clicks} (config)`);
});

test('two kinds that restrict do not share a batch, so that both change under a pause', () => {
  const plan = changing([], ['LOCATION:EQ:1']).declared(`${clicks}/curated_categories/c1`).plan();

  expect(sent(plan)).toEqual([
    `release: Update ${clicks} PAUSED`,
    `neutral: Create ${at('LOCATION:EQ:1')}`,
    `neutral: Create ${clicks}/curated_categories/c1`,
    `claim: Update ${clicks} ACTIVE`,
  ]);
});

test('a target below the line item pauses it all the same, and changes nothing else about it', () => {
  const plan = changing([], places(5))
    .edit(clicks, { name: 'Renamed' })
    .with({ targets: places(5).map(at) })
    .plan();

  expect(told(plan).filter((line) => !line.startsWith('create'))).toEqual([`update ${clicks} (config)`]);
  expect(plan.changes[0]?.after).toEqual({});
  expect(sent(plan).filter((line) => line.includes('Update'))).toHaveLength(2);
});

test('members of a new line item share batches whole, those first that others need', () => {
  const world = new PlanWorld().declared(sale).declared(clicks).declared(item('sale', 'b'));
  for (const text of ['TV_SHOW:EQ:9', 'GENDER:EQ:1', 'LOCATION:EQ:1']) {
    world.declared(at(text));
    world.declared(member('sale', 'b', text));
  }
  const batches = world.plan().steps.filter(({ path }) => path.endsWith('targeting_criteria'));

  expect(batches.map(({ operations }) => operations.map(({ address }) => address))).toEqual(
    [clicks, item('sale', 'b')].map((parent) =>
      ['LOCATION:EQ:1', 'TV_SHOW:EQ:9', 'GENDER:EQ:1'].map((text) => `${parent}/targeting/${text}`),
    ),
  );
});

test('a set too large for a batch is made in the order of its ranks', () => {
  const world = new PlanWorld().declared(sale).declared(clicks);
  for (const text of ['TV_SHOW:EQ:9', 'GENDER:EQ:1', ...places(4)]) world.declared(at(text));
  const { steps } = world.plan();
  const stepOf = (text: string): number =>
    steps.find(({ operations }) => operations.some(({ address }) => address === at(text)))?.step ?? 0;

  expect(stepOf('LOCATION:EQ:4')).toBeLessThan(stepOf('TV_SHOW:EQ:9'));
  expect(steps.find(({ step }) => step === stepOf('TV_SHOW:EQ:9'))?.after).toContain(stepOf('LOCATION:EQ:4'));
});

test('a criterion whose audience is made anew is changed under a pause', () => {
  const regulars = 'acme/audiences/regulars';
  const text = 'CUSTOM_AUDIENCE:NE:audience:regulars';
  const plan = new PlanWorld()
    .ours(regulars, flexible, { lifecycle: { allowReplace: true } })
    .edit(regulars, { name: 'others' })
    .ours(sale)
    .ours(clicks, active)
    .ours(at(text), { targeting_value: 'regulars' })
    .edit(at(text), { targeting_value: { id_of: regulars } })
    .plan();

  expect(refused(plan)).toEqual([]);
  expect(sent(plan)).toEqual([
    `release: Update ${clicks} PAUSED`,
    `neutral: Delete ${at(text)}`,
    `neutral: Delete ${regulars}`,
    `neutral: Create ${regulars}`,
    `neutral: Create ${at(text)}`,
    `claim: Update ${clicks} ACTIVE`,
  ]);
});

test.each([
  ['a new one', new PlanWorld().declared(sale).declared(clicks, active, { sets: [] }), true],
  ['a new one that says so', new PlanWorld().declared(sale).declared(clicks, active), false],
  ['a new one that stays paused', new PlanWorld().declared(sale).declared(clicks, {}, { sets: [] }), false],
  [
    'a new one with targeting',
    new PlanWorld().declared(sale).declared(clicks, active, { sets: [] }).declared(at('LOCATION:EQ:1')),
    false,
  ],
  [
    'one whose targeting leaves the document',
    new PlanWorld().ours(sale).ours(clicks, active, { sets: [] }).dropped(at('LOCATION:EQ:1')),
    true,
  ],
  [
    'one whose targeting leaves the document, which says so',
    new PlanWorld().ours(sale).ours(clicks, active).dropped(at('LOCATION:EQ:1')),
    false,
  ],
  [
    'one that is switched on',
    new PlanWorld().ours(sale).ours(clicks, {}, { sets: [] }).edit(clicks, active),
    true,
  ],
  ['one that has run so before', new PlanWorld().ours(sale).ours(clicks, active, { sets: [] }), false],
  [
    'one whose targeting was not read',
    new PlanWorld()
      .ours(sale)
      .ours(clicks, {}, { sets: [] })
      .edit(clicks, active)
      .unread('targeting_criterion'),
    false,
  ],
  [
    'one that is made anew',
    new PlanWorld()
      .ours(sale)
      .ours(clicks, active, { sets: [] })
      .edit(clicks, { placements: ['TWITTER_TIMELINE'] }),
    true,
  ],
  [
    'one with targeting of somebody else',
    new PlanWorld()
      .ours(sale)
      .ours(clicks, {}, { sets: [] })
      .edit(clicks, active)
      .foreign('targeting_criterion', 'x', { line_item_id: 'sale.clicks', targeting_type: 'AGE' }),
    false,
  ],
  [
    'one with targeting of ours that is switched on',
    new PlanWorld().ours(sale).ours(clicks, {}, { sets: [] }).ours(at('LOCATION:EQ:1')).edit(clicks, active),
    false,
  ],
  [
    'one that is switched on after somebody removed its targeting, which the document leaves alone',
    new PlanWorld()
      .ours(sale)
      .ours(clicks, {}, { sets: [], lifecycle: { ignoreChanges: ['targeting'] } })
      .ours(at('LOCATION:EQ:1'))
      .vanish(at('LOCATION:EQ:1'))
      .edit(clicks, active),
    true,
  ],
  [
    'one that is switched on after somebody removed all that the document gives, which it leaves alone',
    new PlanWorld()
      .ours(sale)
      .ours(clicks, {}, { lifecycle: { ignoreChanges: ['targeting'] } })
      .ours(at('LOCATION:EQ:1'))
      .vanish(at('LOCATION:EQ:1'))
      .edit(clicks, active),
    true,
  ],
  [
    'one that is switched on with a set that is given empty',
    new PlanWorld().ours(sale).ours(clicks).edit(clicks, active),
    false,
  ],
  [
    'one that is made anew with its targeting',
    new PlanWorld()
      .ours(sale)
      .ours(clicks, active, { sets: [] })
      .ours(at('LOCATION:EQ:1'))
      .edit(clicks, { placements: ['TWITTER_TIMELINE'] }),
    false,
  ],
  [
    'one that is made anew, without the targeting of somebody else',
    new PlanWorld()
      .ours(sale)
      .ours(clicks, active, { sets: [] })
      .foreign('targeting_criterion', 'x', { line_item_id: 'sale.clicks', targeting_type: 'AGE' })
      .edit(clicks, { placements: ['TWITTER_TIMELINE'] }),
    true,
  ],
  [
    'a new one with a tag and nothing else',
    new PlanWorld()
      .declared(sale)
      .declared(clicks, active, { sets: [] })
      .declared(tag('sale', 'clicks', 't')),
    true,
  ],
  [
    'one that does not exist',
    new PlanWorld().declared(sale).declared(clicks, active, { id: 'none', sets: [] }),
    false,
  ],
  [
    'one that could be either of two',
    new PlanWorld()
      .ours(sale)
      .declared(clicks, active, { sets: [], lifecycle: { adopt: true } })
      .foreign('line_item', 'one', { campaign_id: 'sale', name: 'clicks' })
      .foreign('line_item', 'two', { campaign_id: 'sale', name: 'clicks' }),
    false,
  ],
])('an ACTIVE line item without targeting: %s', (_, world, isRefused) => {
  const rules = world.plan().violations.map(({ rule, address }) => `${rule} ${address}`);

  expect(rules.includes(`no_targeting ${clicks}`)).toBe(isRefused);
});

test('new members that wait for what cannot come before old ones are gone are changed under a pause', () => {
  const old = 'acme/audiences/old';
  const fresh = 'acme/audiences/fresh';
  const plan = changing([], [])
    .dropped(old)
    .declared(fresh)
    .dropped(at('CUSTOM_AUDIENCE:EQ:audience:old'), { targeting_value: 'old' })
    .declared(at('CUSTOM_AUDIENCE:EQ:audience:fresh'), { targeting_value: { id_of: fresh } })
    .plan();

  expect(atomicSteps(plan)).toEqual([]);
  expect(sent(plan)[0]).toBe(`release: Update ${clicks} PAUSED`);
  expect(sent(plan).at(-1)).toBe(`claim: Update ${clicks} ACTIVE`);
});

const before = at('CUSTOM_AUDIENCE:EQ:audience:old');
const after = at('CUSTOM_AUDIENCE:EQ:audience:fresh');

test.each([
  [
    'goes with its audience, and the other waits for nothing',
    changing([], ['LOCATION:EQ:1']).dropped(audience('old')),
    at('LOCATION:EQ:1'),
  ],
  [
    'leaves an audience that stays, and the other waits for a new one',
    changing([], [])
      .ours(audience('old'))
      .edit(audience('old'), { description: 'Kept' })
      .declared(audience('fresh'))
      .declared(after, { targeting_value: { id_of: audience('fresh') } }),
    after,
  ],
])('one takes the place of another in one request where the old one %s', (_, world, created) => {
  const plan = world.dropped(before, { targeting_value: 'old' }).plan();

  expect(atomicSteps(plan)).toEqual([[`Delete ${before}`, `Create ${created}`]]);
  expect(sent(plan).join()).not.toContain('PAUSED');
});
