import { expect, test } from 'vitest';
import { createPlan } from '../../../src/planner/plan.ts';
import type { Values } from '../../../src/schemas/values.ts';
import {
  audience,
  campaign,
  flexible,
  item,
  matching,
  PlanWorld,
  refused,
  sent,
  told,
} from '../../support/plan-world.ts';

const post = 'acme/posts/hero';
const media = 'acme/account_media/spot';
const sale = campaign('sale');
const buyers = audience('buyers');

test('what the platform cannot delete is forgotten, and said to stay', () => {
  for (const world of [
    new PlanWorld().dropped(post),
    new PlanWorld().ours(post).with({ command: 'destroy' }),
  ]) {
    const { plan, stateChanges } = world.result();

    expect(told(plan)).toEqual([`forget ${post} (config)`]);
    expect(plan.changes[0]).toMatchObject({
      id: 'hero',
      reason: 'the platform cannot delete a post: it stays',
      irreversible: false,
    });
    expect(plan.steps).toEqual([]);
    expect(stateChanges).toMatchObject([{ remove: [post] }]);
  }
});

const scheduled = 'acme/scheduled_posts/spring';
const at = (scheduled_at: string) => ({ as_user_id: '7', text: 'Spring', name: 'spring', scheduled_at });
const past = at('2026-11-20T10:00:00Z');
const future = at('2026-11-20T10:01:00Z');

test('a scheduled post whose time has come is done: not made again, no drift', () => {
  const world = new PlanWorld().ours(scheduled, past).vanish(scheduled);
  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([]);
  expect(refused(plan)).toEqual([]);
  expect(stateChanges).toEqual([]);
  expect(refused(plan)).toEqual([]);
  expect(plan.summary.unchanged).toBe(1);
  expect(world.drift()).toMatchObject({ in_sync: true, summary: { in_sync: 1, missing: 0 } });
});

test('before its time, one that is gone was deleted', () => {
  const world = new PlanWorld().ours(scheduled, future).vanish(scheduled);

  expect(told(world.plan())).toEqual([`create ${scheduled} (drift)`]);
  expect(world.drift().summary.missing).toBe(1);
});

test('once its time has come it is forgotten when it leaves the document, and refused when it changes', () => {
  const gone = new PlanWorld().dropped(scheduled, past).vanish(scheduled).plan();
  const changed = new PlanWorld()
    .ours(scheduled, past)
    .vanish(scheduled)
    .edit(scheduled, { text: 'Summer' })
    .plan();

  expect(gone.changes).toMatchObject([
    {
      action: 'forget',
      cause: 'config',
      reason: 'already published at its scheduled time; adsync leaves it as it is',
    },
  ]);
  expect(told(changed)).toEqual([]);
  expect(refused(changed)).toEqual([
    `unchangeable ${scheduled}: text cannot be changed any more: the platform published it at its scheduled time`,
  ]);
  // What it would break by that is nobody's question any more.
  const silenced = new PlanWorld().ours(scheduled, past).vanish(scheduled).edit(scheduled, { text: ' ' });
  expect(silenced.plan().violations.map(({ rule }) => rule)).toEqual(['unchangeable']);
});

test('media that exists becomes ours where the document says so, and goes with its entry', () => {
  const world = new PlanWorld()
    .declared(media, {}, { id: '3wpx', lifecycle: { adopt: true } })
    .foreign('account_media', '3wpx');
  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([`adopt ${media} (config)`]);
  expect(plan.violations).toEqual([]);
  expect(stateChanges).toMatchObject([{ put: [{ address: media, id: '3wpx', origin: 'adopted' }] }]);
  const owned = new PlanWorld().dropped(media, {}, { origin: 'adopted' });
  expect(told(owned.plan())).toEqual([`delete ${media} (config)`]);
  expect(told(owned.declared(media, {}, { id: 'spot', lifecycle: { adopt: true } }).plan())).toEqual([]);
});

test('media that exists is only referred to otherwise, and has to exist', () => {
  const world = new PlanWorld().declared(media, {}, { id: '3wpx' });

  expect(refused(world.plan())).toEqual([
    `no_such_record ${media}: account 18ce54d4x5t has no account media 3wpx`,
  ]);
  expect(world.plan().violations[0]?.remedy).toBe('Check the id.');
  expect(world.plan().violations[0]).not.toHaveProperty('platform_code');
  expect(told(world.foreign('account_media', '3wpx').plan())).toEqual([]);
});

test('what cannot be created needs an id', () => {
  expect(refused(new PlanWorld().declared(media).plan())).toEqual([
    `no_such_record ${media}: adsync cannot create account media`,
  ]);
});

test('an audience is written in a batch or alone as its type takes it', () => {
  const plan = new PlanWorld()
    .declared(audience('crm'))
    .declared(audience('app'), { audience_type: 'MOBILE_AUDIENCE' })
    .plan();

  expect(plan.steps.map(({ path, batch }) => [path, batch])).toEqual([
    ['/12/accounts/18ce54d4x5t/custom_audiences', false],
    ['/12/batch/accounts/18ce54d4x5t/custom_audiences', true],
  ]);
});

const mobile = { audience_type: 'MOBILE_AUDIENCE' };

test.each<[string, PlanWorld, readonly string[]]>([
  ['renamed', new PlanWorld().ours(buyers, mobile).edit(buyers, { name: 'B' }), ['Update in a batch']],
  ['deleted', new PlanWorld().dropped(buyers, flexible), ['Delete in a batch']],
  [
    'no list any longer',
    new PlanWorld().ours(buyers, { audience_type: 'CRM' }).edit(buyers, flexible),
    ['Delete', 'Create in a batch'],
  ],
  [
    'a list from now on',
    new PlanWorld()
      .ours(buyers, flexible)
      .edit(buyers, { name: 'others', audience_type: 'CRM', segments: null }),
    ['Delete in a batch', 'Create'],
  ],
])('an audience that is %s is written as what it is at that time', (_, world, writes) => {
  const { steps } = world.plan();

  expect(
    steps.flatMap(({ batch, operations }) =>
      operations.map(({ operation_type: type }) => (batch ? `${type} in a batch` : type)),
    ),
  ).toEqual(writes);
});

test('a value is unset by a single request, and refused where there is none', () => {
  const crm = new PlanWorld().ours(buyers, { description: 'B' }).edit(buyers, { description: null }).plan();

  expect(crm.steps).toMatchObject([{ method: 'PUT', batch: false }]);
  const category = 'acme/campaigns/sale/line_items/x/media_creatives/m';
  const plan = new PlanWorld()
    .ours(sale)
    .ours(item('sale', 'x'))
    .ours(category, { account_media_id: '1', landing_url: 'https://example.com' })
    .edit(category, { landing_url: 'https://example.com/b' })
    .plan();
  expect(sent(plan)).toEqual([`neutral: Delete ${category}`, `neutral: Create ${category}`]);
});

test('a flexible audience is made anew whatever changes about it', () => {
  const world = new PlanWorld()
    .ours(buyers, { ...flexible, description: 'B' })
    .edit(buyers, { description: 'C' });

  expect(world.plan().changes).toMatchObject([
    { action: 'replace', reason: 'description cannot be updated' },
  ]);
  expect(world.plan().violations).toMatchObject([{ rule: 'replace_needs_consent' }]);
});

const permission = `${buyers}/shared_with/acme-uk`;
const grant = { granted_account_id: '18ce5uk0000', permission_level: 'READ_ONLY' };

test('what stands under its parent in the path is deleted with the id of its parent', () => {
  const plan = new PlanWorld().ours(buyers).dropped(permission, grant).plan();

  expect(plan.steps).toMatchObject([
    {
      path: '/12/accounts/18ce54d4x5t/custom_audiences/:parent_id/permissions/buyers.acme-uk',
      operations: [{ operation_type: 'Delete' }],
    },
  ]);
  expect(plan.steps[0]?.operations[0]?.params).toEqual({ custom_audience_id: 'buyers' });
});

test('and created with it, or with what stands for it', () => {
  const worlds = [new PlanWorld().ours(buyers), new PlanWorld().declared(buyers)];
  const [existing, created] = worlds.map(
    (world) => world.declared(permission, grant).plan().steps.at(-1)?.operations[0],
  );

  expect(existing?.params).toMatchObject({ custom_audience_id: 'buyers' });
  expect(created?.params).toMatchObject({ custom_audience_id: { id_of: buyers } });
});

test('what is made anew with its parent was agreed to there', () => {
  const plan = new PlanWorld()
    .ours(buyers, flexible, { lifecycle: { allowReplace: true } })
    .edit(buyers, { name: 'others' })
    .ours(permission, grant)
    .plan();

  expect(told(plan)).toEqual([`replace ${buyers} (config)`, `replace ${permission} (config)`]);
  expect(plan.violations).toEqual([]);
});

test('a permission of another level is not taken over, as the platform cannot change it', () => {
  const plan = new PlanWorld()
    .ours(buyers)
    .declared(permission, { ...grant, permission_level: 'READ_WRITE' }, { lifecycle: { adopt: true } })
    .foreign('audience_permission', 'p1', { ...grant, custom_audience_id: 'buyers' })
    .plan();

  expect(told(plan)).toEqual([`adopt ${permission} (config)`]);
  expect(plan.steps).toEqual([]);
  expect(plan.violations).toMatchObject([{ rule: 'unchangeable', address: permission }]);
});

test('adopting takes what cannot be read as it is said, and refuses what would have to be made anew', () => {
  const adopting = new PlanWorld()
    .declared(buyers, flexible, { lifecycle: { adopt: true } })
    .foreign('custom_audience', '1nmth', { name: 'buyers', audience_type: 'FLEXIBLE' });
  const { plan, stateChanges } = adopting.result();

  expect(plan.changes).toMatchObject([{ action: 'adopt', fields: [] }]);
  expect(stateChanges[0]?.put[0]?.declared).toEqual({ name: 'buyers', ...flexible });
  expect(
    refused(adopting.edit(buyers, { audience_type: 'MOBILE_AUDIENCE', segments: undefined }).plan()),
  ).toEqual([`unchangeable ${buyers}: type cannot be changed on an existing audience`]);
});

test('what was made without a value that cannot be read is made anew for it', () => {
  const poll = 'acme/poll_cards/colour';
  const fields = { name: 'colour', first_choice: 'a', second_choice: 'b', duration_in_minutes: 10 };
  const world = new PlanWorld().ours(poll, fields).edit(poll, { media_key: '3_1' });

  expect(told(world.plan())).toEqual([`replace ${poll} (config)`]);
});

test('what the platform adds to a set is no difference until something was applied', () => {
  const clicks = item('sale', 'x');
  const wider = ['IAB3', 'IAB13'];
  const world = (declared: readonly string[]) =>
    new PlanWorld()
      .ours(sale)
      .ours(clicks)
      .edit(clicks, { categories: declared })
      .outside(clicks, { categories: wider });

  expect(told(world(['IAB3']).plan())).toEqual([]);
  expect(told(world(['IAB4']).plan())).toEqual([`update ${clicks} (config)`]);
  expect(told(world(['IAB3', 'IAB4']).plan())).toEqual([`update ${clicks} (config)`]);
  expect(
    told(
      world(['IAB3'])
        .remember(clicks, { declared: { categories: ['IAB13'] } })
        .plan(),
    ),
  ).not.toEqual([]);
});

test('where the platform adds nothing by itself, a member more is a difference', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .declared(item('sale', 'x'), { placements: ['TWITTER_TIMELINE'] }, { lifecycle: { adopt: true } })
    .foreign('line_item', 'theirs', {
      name: 'x',
      campaign_id: 'sale',
      placements: ['TWITTER_SEARCH', 'TWITTER_TIMELINE'],
    })
    .plan();

  expect(plan.changes).toMatchObject([
    { action: 'adopt', before: { placements: ['TWITTER_SEARCH', 'TWITTER_TIMELINE'] } },
  ]);
});

test('all line items of a campaign count for its rules, whoever made them', () => {
  const plan = new PlanWorld()
    .ours(sale)
    .foreign('line_item', 'theirs', { campaign_id: 'sale', objective: 'REACH' })
    .declared(item('sale', 'x'))
    .plan();

  expect(refused(plan)).toEqual([matching(new RegExp(`^rule ${item('sale', 'x')}: objective`))]);
  expect(plan.violations[0]?.platform_code).toEqual(expect.any(String));
});

test('a line item that changes counts once for the rules of its campaign', () => {
  const world = new PlanWorld().ours(sale);
  for (let number = 1; number <= 60; number += 1)
    world
      .ours(item('sale', `i${number}`))
      .edit(item('sale', `i${number}`), { end_time: '2026-12-30T00:00:00Z' });

  expect(refused(world.plan())).toEqual([]);
});

test('what goes along with its parent, and changes itself, is agreed to by itself', () => {
  const plan = new PlanWorld()
    .ours(buyers, flexible, { lifecycle: { allowReplace: true } })
    .edit(buyers, { name: 'others' })
    .ours(permission, grant)
    .edit(permission, { permission_level: 'READ_WRITE' })
    .plan();

  expect(plan.violations).toMatchObject([
    {
      rule: 'replace_needs_consent',
      address: permission,
      message: matching(/^changing permission_level would/),
    },
  ]);
});

test('what only a new one has to say is asked of a new one', () => {
  const poll = 'acme/poll_cards/colour';
  const fields = {
    name: 'colour',
    first_choice: 'a',
    second_choice: 'b',
    duration_in_minutes: 10,
    fourth_choice: 'd',
  };
  const allowed = { lifecycle: { allowReplace: true } };
  const world = new PlanWorld().ours(poll, fields, allowed).edit(poll, { first_choice: 'c' });

  expect(refused(world.plan())).toEqual([
    matching(new RegExp(`^rule ${poll}: fourth_choice needs third_choice`)),
  ]);
});

test('what must be unset is not carried over, so that a new one needs what its old one had', () => {
  const poll = 'acme/poll_cards/colour';
  const choices = { first_choice: 'a', second_choice: 'b', third_choice: 'c', fourth_choice: 'd' };
  const world = new PlanWorld()
    .ours(
      poll,
      { name: 'colour', duration_in_minutes: 10, ...choices },
      { lifecycle: { allowReplace: true } },
    )
    .edit(poll, { first_choice: 'e', third_choice: null });

  expect(refused(world.plan())).toEqual([
    matching(new RegExp(`^rule ${poll}: fourth_choice needs third_choice`)),
  ]);
});

const conversation = 'acme/image_conversation_cards/talk';
const untitled: Values = {
  name: 'talk',
  title: null,
  first_cta: '#spring',
  first_cta_tweet: 'Mine is spring',
  thank_you_text: 'Thanks',
  media_key: '3_1',
};

test('what a new one lacks is not asked of one that exists', () => {
  const existing = new PlanWorld()
    .ours(conversation, { ...untitled, title: 'Pick one' })
    .edit(conversation, { title: null });

  expect(refused(existing.plan())).toEqual([]);
  expect(refused(new PlanWorld().declared(conversation, untitled).plan())).toEqual([
    `rule ${conversation}: title is missing, and so is second_cta`,
  ]);
});

test('a rule that the platform has no code for has none either', () => {
  const plan = new PlanWorld()
    .ours(buyers)
    .edit(buyers, { segments: { child_segments: [] } }, { lifecycle: { allowReplace: true } })
    .plan();

  expect(plan.violations).toMatchObject([{ rule: 'rule', address: buyers }]);
  expect(plan.violations[0]).not.toHaveProperty('platform_code');
});

test('a target that leaves out what stands above it is judged by what it is itself', () => {
  expect(
    refused(
      new PlanWorld()
        .declared(post)
        .with({ targets: [post] })
        .plan(),
    ),
  ).toEqual([]);
});

test('what cannot be updated is said of each field by its name', () => {
  const external = new PlanWorld()
    .declared(post, { text: 'Summer' }, { id: '77' })
    .foreign('post', '77', { text: 'Spring' });

  expect(refused(external.plan())).toEqual([
    `unchangeable ${post}: text cannot be changed on an existing post, and one declared by id is never made anew`,
  ]);
});

test('what is in no list is taken at its word', () => {
  const shared = 'acme/tailored_audiences/shared';
  const { plan } = new PlanWorld().declared(shared, {}, { id: '77' }).result();

  expect(refused(plan)).toEqual([]);
  expect(told(plan)).toEqual([]);
});

test('beside an old post that stays, a new one has to say something else', () => {
  const world = new PlanWorld()
    .ours(post, {}, { lifecycle: { allowReplace: true } })
    .edit(post, { conversation_settings: 'FOLLOWING' });

  expect(world.plan().violations).toMatchObject([
    {
      rule: 'unchangeable',
      message:
        'conversation_settings cannot be changed on an existing post, and beside it the platform takes no new one with the same as_user_id, text, card, media_keys',
      remedy: 'Declare what is live, or change one of those too.',
      platform_code: 'DUPLICATE_TWEET',
    },
  ]);
  expect(refused(world.edit(post, { text: 'Summer' }).plan())).toEqual([]);
});

test('a card that exists is renamed without saying what it shows', () => {
  const card = 'acme/cards/hero';
  const world = new PlanWorld()
    .declared(card, { name: 'New' }, { id: '77' })
    .foreign('card', '77', { name: 'Old' });

  expect(refused(world.plan())).toEqual([]);
  expect(told(world.plan())).toEqual([`update ${card} (config)`]);
});

test('whether a time has come is told by the clock of the platform', () => {
  const input = new PlanWorld().ours(scheduled, future).vanish(scheduled).input();
  const live = input.live.map((account) => ({ ...account, readAt: Date.UTC(2026, 10, 20, 10, 1) }));

  expect(told(createPlan({ ...input, live }).plan)).toEqual([]);
});

test('a scheduled post that is new is made', () => {
  expect(told(new PlanWorld().declared(scheduled, future).plan())).toEqual([`create ${scheduled} (config)`]);
});

test('once its time has come, what it never said before is not compared', () => {
  const world = new PlanWorld()
    .ours(scheduled, past)
    .vanish(scheduled)
    .edit(scheduled, { media_keys: ['3_1'] });

  expect(told(world.plan())).toEqual([]);
  expect(refused(world.plan())).toEqual([]);
});

test('one that is live past its time is let go of as what it is', () => {
  const plan = new PlanWorld().dropped(scheduled, past, { origin: 'external' }).plan();

  expect(plan.changes).toMatchObject([{ action: 'forget', reason: 'let go by the document' }]);
});

test('media that was only referred to becomes ours once the document says so', () => {
  const { plan, stateChanges } = new PlanWorld()
    .dropped(media, {}, { origin: 'external' })
    .declared(media, {}, { id: 'spot', lifecycle: { adopt: true } })
    .result();

  expect(told(plan)).toEqual([`adopt ${media} (config)`]);
  expect(stateChanges).toMatchObject([{ put: [{ address: media, id: 'spot', origin: 'adopted' }] }]);
});

test('what a single read shows has to exist', () => {
  const settings = 'acme/user_settings/7';

  expect(refused(new PlanWorld().declared(settings, {}, { id: '7' }).plan())).toEqual([
    matching(new RegExp(`^no_such_record ${settings}: account 18ce54d4x5t has no .* 7$`)),
  ]);
});
