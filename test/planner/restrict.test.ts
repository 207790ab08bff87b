import { expect, test } from 'vitest';
import type { Plan } from '../../src/schemas/plan.ts';
import { campaign, flexible, item, member, PlanWorld, refused, sent, told } from './plan-world.ts';

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
    reason: 'paused while what restricts it changes',
    before: {},
    after: {},
    precondition: { entity_status: 'ACTIVE' },
  });
  expect(plan.summary).toMatchObject({ update: 1, create: 4, delete: 2 });
});

test('a single change needs neither batch nor pause, a paused line item none either', () => {
  const single = changing([], ['LOCATION:EQ:1']).plan();
  const paused = changing(places(2), places(8).slice(2), { entity_status: 'PAUSED' }).plan();

  expect(sent(single)).toEqual([`neutral: Create ${at('LOCATION:EQ:1')}`]);
  expect([...atomicSteps(single), ...atomicSteps(paused)]).toEqual([]);
  expect(sent(paused).join()).not.toContain('Update');
});

test('a line item that is paused by the document is not paused again', () => {
  const plan = changing(places(1), places(8).slice(1)).edit(clicks, { entity_status: 'PAUSED' }).plan();

  expect(sent(plan).filter((line) => line.includes('Update'))).toEqual([`release: Update ${clicks} PAUSED`]);
  expect(sent(plan)[0]).toContain('Update');
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
    'one that does not exist',
    new PlanWorld().declared(sale).declared(clicks, active, { id: 'none', sets: [] }),
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
