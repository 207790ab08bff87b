import { expect, test } from 'vitest';
import type { Values } from '../../../src/schemas/values.ts';
import {
  audience,
  campaign,
  item,
  matching,
  member,
  PlanWorld,
  refused,
  sent,
  told,
} from '../../support/plan-world.ts';

const card = 'acme/cards/hero';
const post = 'acme/posts/hero';
const components = [{ type: 'MEDIA', media_key: '3_1' }];
const slide = [
  { type: 'MEDIA', media_key: '3_1' },
  { type: 'DETAILS', title: 'Leaves', destination: { type: 'WEBSITE', url: 'https://example.com' } },
];
/** What a flexible audience is made of: one other. */
const madeOf = (audienceId: Values[string]): Values => ({
  audience_type: 'FLEXIBLE',
  segments: { boolean_operator: 'AND', child_segments: [{ custom_audience_id: audienceId }] },
});

test('a reference at any depth is known after apply where it leads to what is only to be created', () => {
  const plan = new PlanWorld()
    .declared(audience('lapsed'), madeOf({ id_of: audience('buyers') }))
    .declared(audience('buyers'))
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Create ${audience('buyers')}`,
    `neutral: Create ${audience('lapsed')}`,
  ]);
  expect(plan.steps.map(({ batch }) => batch)).toEqual([false, true]);
  expect(plan.steps[1]?.operations[0]).toMatchObject({
    requires: [1],
    params: { segments: { child_segments: [{ custom_audience_id: { id_of: audience('buyers') } }] } },
  });
});

test('and is the id of what exists and stays', () => {
  const plan = new PlanWorld()
    .declared(audience('regulars'), {}, { id: '1nmth' })
    .foreign('custom_audience', '1nmth', { name: 'Regulars' })
    .declared(audience('lapsed'), madeOf({ id_of: audience('regulars') }))
    .plan();

  expect(plan.steps[0]?.operations[0]?.params['segments']).toEqual({
    boolean_operator: 'AND',
    child_segments: [{ custom_audience_id: '1nmth' }],
  });
});

test('what is referred to goes after what refers to it, at any depth', () => {
  const plan = new PlanWorld()
    .dropped(audience('buyers'))
    .dropped(audience('lapsed'), madeOf('buyers'))
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Delete ${audience('lapsed')}`,
    `neutral: Delete ${audience('buyers')}`,
  ]);
});

/** A post of ours that shows a card of ours, by its address on the platform. */
function posted(): PlanWorld {
  return new PlanWorld()
    .ours(card, { name: 'Hero', components })
    .outside(card, { card_uri: 'card://hero' })
    .ours(post, { card_uri: 'card://hero' })
    .edit(post, { card_uri: { id_of: card } });
}

test('what a kind is referred to by in place of its id is what references become', () => {
  const { plan, stateChanges } = posted().result();

  expect(told(plan)).toEqual([]);
  expect(stateChanges).toMatchObject([
    { put: [{ address: card, declared: { name: 'Hero' }, answered: { card_uri: 'card://hero' } }] },
  ]);
});

test('where it is not read, the state remembers it', () => {
  const remembered = posted()
    .outside(card, { card_uri: undefined })
    .remember(card, { answered: { name: 'Hero', components, card_uri: 'card://hero' } });
  const outOfScope = posted()
    .remember(card, { answered: { card_uri: 'card://hero' }, file: 'cards.yaml' })
    .without(card);

  for (const world of [remembered, outOfScope]) {
    expect(told(world.plan())).toEqual([]);
    expect(world.result().stateChanges).toEqual([]);
  }
});

test('where it was never known, there is nothing to record of it', () => {
  const unread = new PlanWorld().ours(card, { name: 'Hero', components });

  expect(unread.result().stateChanges).toEqual([]);
});

test('what goes takes along only what goes too, not what refers to something else by then', () => {
  const spot = 'acme/media/spot';
  const plan = new PlanWorld()
    .dropped(spot)
    .ours(card, { name: 'Hero', components: [{ type: 'MEDIA', media_key: 'spot' }] })
    .edit(card, { components: [{ type: 'MEDIA', media_key: '3_2' }] })
    .plan();

  expect(told(plan)).toEqual([`update ${card} (config)`, `delete ${spot} (config)`]);
  expect(plan.changes[1]?.takes_along).toBeUndefined();
});

test('a card that is made anew takes along the post that shows it, which stays behind', () => {
  const world = posted().edit(card, { components: null, slides: [slide, slide] });
  const plan = world.plan();

  expect(told(plan)).toEqual([`replace ${card} (config)`, `replace ${post} (config)`]);
  expect(plan.changes[0]).toMatchObject({ takes_along: [post] });
  expect(plan.changes[1]?.reason).toBe(
    'card cannot be updated; the platform cannot delete the old post: it stays',
  );
  expect(plan.violations.map(({ rule, address }) => [rule, address])).toEqual([
    ['replace_cascade', card],
    ['replace_needs_consent', post],
  ]);
  expect(plan.violations[0]).toMatchObject({
    message: 'changing slides would make a new card, and with it anew 1 resource that refers to it',
    number: 1,
    remedy: matching(/^Declare a second one under another key/),
  });
  expect(sent(plan).map((line) => line.replace('neutral: ', ''))).toEqual([
    `Delete ${card}`,
    `Create ${card}`,
    `Create ${post}`,
  ]);
  const allowed = { lifecycle: { allowReplace: true } };
  expect(refused(world.edit(card, {}, allowed).edit(post, {}, allowed).plan())).toEqual([]);
});

test('a post that is replaced says what is lost, and which line to write', () => {
  const { violations } = new PlanWorld().ours(post).edit(post, { text: 'Summer' }).plan();

  expect(violations).toMatchObject([
    {
      rule: 'replace_needs_consent',
      message: matching(/^changing text would make a new post; what is lost: the replies/),
      remedy: 'Write lifecycle: { allow_replace: true } on it if that is meant, or declare what is live.',
    },
  ]);
});

test('a target brings along what it refers to at any depth', () => {
  const plan = new PlanWorld()
    .declared(audience('buyers'))
    .declared(audience('others'))
    .declared(audience('lapsed'), madeOf({ id_of: audience('buyers') }))
    .with({ targets: [audience('lapsed')] })
    .plan();

  expect(told(plan)).toEqual([
    `create ${audience('buyers')} (config)`,
    `create ${audience('lapsed')} (config)`,
  ]);
});

const sale = campaign('sale');
const clicks = item('sale', 'clicks');
const criterion = member('sale', 'clicks', 'CUSTOM_AUDIENCE:EQ:audience:buyers');
const uses = { targeting_value: { id_of: audience('buyers') } };

/** A line item that targets an audience of ours, which the platform shows like this. */
function targeting(shown: Values): PlanWorld {
  return new PlanWorld()
    .ours(audience('buyers'))
    .outside(audience('buyers'), shown)
    .ours(sale)
    .ours(clicks)
    .declared(criterion, uses);
}

test('an audience that cannot be targeted yet is refused, with the reasons', () => {
  const world = targeting({ targetable: false, reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'] });

  expect(refused(world.plan())).toEqual([
    `not_usable ${criterion}: uses custom audience buyers, which cannot be used yet: PROCESSING, TOO_SMALL`,
  ]);
  const listing = { targetable: false, reasons_not_targetable: ['TOO_SMALL'], targetable_types: ['WEB'] };
  expect(refused(targeting(listing).plan())).toEqual([
    `not_usable ${criterion}: uses custom audience buyers, which cannot be used yet: TOO_SMALL`,
  ]);
  const silent = targeting({ targetable: false, reasons_not_targetable: [] });
  expect(refused(silent.plan())).toEqual([
    `not_usable ${criterion}: uses custom audience buyers, which cannot be used yet`,
  ]);
});

test.each<[string, (world: PlanWorld) => PlanWorld]>([
  ['gets another description', (world) => world.edit(audience('buyers'), { description: 'B' })],
  [
    'is shared',
    (world) =>
      world.declared(`${audience('buyers')}/shared_with/acme-uk`, {
        granted_account_id: '18ce5uk0000',
        permission_level: 'READ_ONLY',
      }),
  ],
])('an audience that cannot be targeted yet is refused also where it %s', (_, changed) => {
  const plan = changed(targeting({ targetable: false })).plan();

  expect(refused(plan)).toEqual([
    `not_usable ${criterion}: uses custom audience buyers, which cannot be used yet`,
  ]);
});

test('what is made and has no time of waiting is only required', () => {
  const other = campaign('other');
  const engaged = member('sale', 'clicks', 'CAMPAIGN_ENGAGEMENT:EQ:campaign:other');
  const plan = new PlanWorld()
    .ours(sale)
    .ours(clicks)
    .declared(other)
    .declared(engaged, { targeting_value: { id_of: other } })
    .plan();

  expect(sent(plan)).toEqual([`neutral: Create ${other} PAUSED`, `neutral: Create ${engaged}`]);
  expect(plan.steps[1]?.operations[0]).toMatchObject({ requires: [1] });
  expect(plan.steps[1]?.operations[0]?.waits_for).toBeUndefined();
});

test('an audience with the id of a line item is not what stands in it uses', () => {
  const plan = targeting({})
    .foreign('custom_audience', 'sale.clicks', { name: 'theirs', targetable: false })
    .plan();

  expect(refused(plan)).toEqual([]);
});

test('one that can, or that nothing is known of, is used; so is one by its id', () => {
  expect(refused(targeting({ targetable: true }).plan())).toEqual([]);
  expect(refused(targeting({}).plan())).toEqual([]);
  const byId = targeting({})
    .foreign('custom_audience', '1nmth', { name: 'theirs', targetable: false })
    .edit(criterion, { targeting_value: '1nmth' });
  expect(refused(byId.plan())).toEqual([
    `not_usable ${criterion}: uses custom audience 1nmth, which cannot be used yet`,
  ]);
});

test('one that this plan makes is waited for, with the people in it', () => {
  const users = `${audience('buyers')}/users`;
  const plan = new PlanWorld()
    .declared(audience('buyers'))
    .declared(users, { users: 'sha256:1' })
    .declared(sale)
    .declared(clicks)
    .declared(criterion, uses)
    .plan();
  const waiting = plan.steps
    .flatMap(({ operations }) => operations)
    .find(({ address }) => address === criterion);

  expect(waiting?.waits_for).toEqual([audience('buyers')]);
  expect(plan.changes.find(({ address }) => address === criterion)?.reason).toBe(
    `waits until ${audience('buyers')} can be used`,
  );
  expect(sent(plan).indexOf(`neutral: Update ${users}`)).toBeLessThan(
    sent(plan).indexOf(`neutral: Create ${criterion}`),
  );
  expect(refused(plan)).toEqual([]);
});

test('what goes in one request waits for all that any of it needs, and says so', () => {
  const second = member('sale', 'clicks', 'CUSTOM_AUDIENCE:EQ:audience:others');
  const plan = new PlanWorld()
    .declared(audience('buyers'))
    .declared(audience('others'))
    .declared(sale)
    .declared(clicks)
    .declared(criterion, uses)
    .declared(second, { targeting_value: { id_of: audience('others') } })
    .plan();

  expect(plan.changes.slice(-2).map(({ reason }) => reason)).toEqual([
    `waits until ${audience('buyers')}, ${audience('others')} can be used`,
    `waits until ${audience('others')}, ${audience('buyers')} can be used`,
  ]);
});

test('one that this plan fills is waited for', () => {
  const world = targeting({ targetable: false }).declared(`${audience('buyers')}/users`, {
    users: 'sha256:1',
  });
  const plan = world.plan();

  expect(refused(plan)).toEqual([]);
  expect(plan.steps.at(-1)?.operations).toMatchObject([{ waits_for: [audience('buyers')], requires: [1] }]);
});

test('what is only made of an audience does not wait for it', () => {
  const plan = new PlanWorld()
    .ours(audience('buyers'))
    .outside(audience('buyers'), { targetable: false })
    .declared(audience('lapsed'), madeOf({ id_of: audience('buyers') }))
    .plan();

  expect(refused(plan)).toEqual([]);
  expect(plan.steps[0]?.operations[0]?.waits_for).toBeUndefined();
});

test('what nothing is known of stays to be known after apply', () => {
  const world = new PlanWorld()
    .dropped(card, { name: 'Hero', components }, { file: 'cards.yaml' })
    .declared(post, { card_uri: { id_of: card } })
    .with({ targets: [post] });

  expect(world.plan().steps[0]?.operations[0]?.params['card_uri']).toEqual({ id_of: card });
});

test('a key that nobody resolved is no reference to anything', () => {
  const key = { key_of: ['card'], key: 'hero', word: 'card' };

  expect(new PlanWorld().declared(post, { card_uri: key }).plan().changes[0]?.after['card_uri']).toEqual(key);
});

test('one to what neither exists nor is made by the plan is refused, and nothing else is', () => {
  const elsewhere = { id_of: 'acme-uk/audiences/buyers' };
  const world = new PlanWorld().declared(audience('lapsed'), madeOf(elsewhere)).declared(audience('buyers'));
  const { violations } = world.plan();

  expect(violations).toEqual([
    expect.objectContaining({
      rule: 'missing_reference',
      address: audience('lapsed'),
      message: 'refers to acme-uk/audiences/buyers, which does not exist yet',
      remedy: 'Plan without --account, or apply --account acme-uk first.',
    }),
  ]);
  expect(world.with({ targets: [audience('buyers')] }).plan().violations).toEqual([]);
  expect(world.with({ targets: [], command: 'destroy' }).plan().violations).toEqual([]);
});

test('one of what stays as it is is no matter of the plan', () => {
  const world = new PlanWorld().ours(audience('lapsed'), madeOf({ id_of: 'acme-uk/audiences/buyers' }));

  expect(world.plan()).toMatchObject({ changes: [], violations: [] });
});

test('one to an account that is not planned for names that account', () => {
  const { violations } = new PlanWorld().declared(audience('lapsed'), madeOf({ id_of: 'acme-uk' })).plan();

  expect(violations.map(({ remedy }) => remedy)).toEqual([
    'Plan without --account, or apply --account acme-uk first.',
  ]);
});
