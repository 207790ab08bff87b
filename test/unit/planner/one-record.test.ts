import { expect, test } from 'vitest';
import type { OtherFiles } from '../../../src/schemas/other-file.ts';
import type { Values } from '../../../src/schemas/values.ts';
import {
  audience,
  campaign,
  item,
  member,
  million,
  PlanWorld,
  refused,
  tag,
  told,
} from '../../support/plan-world.ts';
import { daily, total } from '../../support/worlds/fields.ts';

const [old, now] = [campaign('a'), campaign('now')];
const named = { sets: [] as readonly string[], id: 'a' };
const letGo = `removed: [{ from: ${old}, destroy: false }]`;

/** A campaign of ours whose entry in the document gave way to one with another key, which names the record by its id. */
function namedById(): PlanWorld {
  return new PlanWorld()
    .dropped(old, { entity_status: 'ACTIVE' })
    .dropped(item('a', 'x'))
    .declared(now, {}, named);
}

const wouldGo = `rename ${old}: would be deleted, and ${now} declares the same campaign by its id, a; what is declared by id is never deleted`;

test('a campaign that the document declares by id is not deleted because its former key is gone', () => {
  const plan = namedById().plan();

  expect(refused(plan)).toEqual([wouldGo]);
  expect(plan.violations.map(({ remedy, override }) => ({ remedy, override }))).toEqual([
    {
      remedy: `Add to the document: moved: [{ from: ${old}, to: ${now} }] — or, to let go of the old address and all beneath it, ${letGo}`,
      override: '',
    },
  ]);
});

const routes: readonly (readonly [string, PlanWorld, readonly string[]])[] = [
  ['with the consent to make another', namedById().consent({ allowRecreate: [old, now] }), [wouldGo]],
  ['where the document says to destroy it', namedById().removed(old, true), [wouldGo]],
  ['where only the old key is planned for', namedById().with({ targets: [old] }), [wouldGo]],
  ['where the new key stays out', namedById().with({ excludes: [now] }), [wouldGo]],
  ['where another key is planned for', namedById().with({ targets: [now] }), []],
  ['where it is let go of', namedById().removed(old, false), []],
  ['where it has moved', namedById().moved([old, now]), []],
  [
    'where somebody else deleted it',
    namedById().vanish(old),
    [`no_such_record ${now}: account 18ce54d4x5t has no campaign a`],
  ],
  [
    'of an audience',
    new PlanWorld().dropped(audience('a')).declared(audience('now'), {}, named),
    [
      `rename ${audience('a')}: would be deleted, and ${audience('now')} declares the same audience by its id, a; what is declared by id is never deleted`,
    ],
  ],
  [
    'of an audience that the document calls tailored',
    new PlanWorld().dropped(audience('a')).declared('acme/tailored_audiences/now', {}, named),
    [
      `rename ${audience('a')}: would be deleted, and acme/tailored_audiences/now declares the same audience by its id, a; what is declared by id is never deleted`,
    ],
  ],
];

test.each(routes)('what is declared by id is not deleted under another key, %s', (_when, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test('a key that the state knows already is not proposed as the place to move to', () => {
  const world = namedById().dropped(now, {}, { id: 'a', origin: 'external' });

  expect(world.plan().violations.map(({ rule, remedy }) => [rule, remedy])).toEqual([
    ['rename', `Let go of the old address and all beneath it: ${letGo}`],
  ]);
});

test('what the document says to destroy is kept by taking that out', () => {
  const world = namedById().removed(old, true);

  expect(world.plan().violations.map(({ remedy }) => remedy)).toEqual([
    `Take ${old} out of removed, or write destroy: false there.`,
  ]);
});

test('what was ours and is declared by id is only let go of from then on', () => {
  const moved = namedById().moved([old, now]).result();

  expect(
    moved.stateChanges.flatMap(({ put }) => put.map(({ address, origin }) => [address, origin])),
  ).toContainEqual([now, 'external']);
});

test('what was declared by its id before is not made anew, and the way out is not the id', () => {
  const world = new PlanWorld()
    .ours(old)
    .remember(old, { origin: 'external' })
    .edit(old, { funding_instrument_id: 'fi2' });

  expect(world.plan().violations.map(({ message, remedy }) => [message, remedy])).toEqual([
    [
      'funding_instrument cannot be changed on an existing campaign, and it was declared by its id before',
      `Declare what is live. To have it made anew, run adsync state rm ${old}, take it over as it is with --adopt ${old}, and change it then.`,
    ],
  ]);
});

test('to destroy lets go of what the document declares by id, under whatever key, and deletes the rest', () => {
  const world = namedById().ours(campaign('b')).ours(campaign('c')).edit(campaign('c'), {}, { id: 'c' });

  const plan = world.with({ command: 'destroy' }).plan();

  expect(told(plan).filter((line) => !line.includes('line_items'))).toEqual([
    `forget ${old} (config)`,
    `delete ${campaign('b')} (config)`,
    `forget ${campaign('c')} (config)`,
  ]);
});

/** Somebody else's line item beneath a campaign of ours, which the document declares by id at the account. */
function attached(): PlanWorld {
  return new PlanWorld()
    .dropped(campaign('a'))
    .foreign('line_item', 'theirs', { campaign_id: 'a' })
    .declared('acme/line_items/theirs', {}, { id: 'theirs', sets: [] })
    .consent({ takeAlong: [campaign('a')] });
}

const wouldTake = `declared_by_id ${campaign('a')}: deleting this campaign would take along line item theirs, which acme/line_items/theirs declares by its id; what is declared by id is never deleted`;

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['deletes', attached(), [wouldTake]],
  ['makes anew', attached().declared(campaign('a'), { funding_instrument_id: 'fi2' }), [wouldTake]],
  ['destroys', attached().with({ command: 'destroy' }), []],
  ['leaves alone', attached().declared(campaign('a')), []],
  [
    'deletes, once the line item went to another',
    attached().foreign('line_item', 'theirs', { campaign_id: 'b' }).ours(campaign('b')),
    [],
  ],
  [
    'deletes, once nobody knows what the line item stood beneath',
    attached().foreign('line_item', 'theirs', { campaign_id: 'unknown' }),
    [],
  ],
])(
  'what is declared by id, and a campaign above it that a plan %s, with consent to what goes along',
  (_how, world, expected) => {
    expect(refused(world.plan())).toEqual(expected);
  },
);

const again = campaign('again');
const twice = `declared_twice ${again}: declares campaign a, which ${old} declares already: each apply would undo the values of the other`;

/** A campaign of ours that the document declares a second time, by its id. */
function declaredAgain(): PlanWorld {
  return new PlanWorld().declared(again, { [daily]: 99 * million }, named).ours(old);
}

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['the first time', declaredAgain(), [twice]],
  ['once both were applied', declaredAgain().dropped(again, {}, { id: 'a', origin: 'external' }), [twice]],
  ['where only the one is planned for', declaredAgain().with({ targets: [again] }), [twice]],
  ['where only the other is planned for', declaredAgain().with({ targets: [old] }), [twice]],
  [
    'where neither is planned for',
    declaredAgain()
      .ours(campaign('b'))
      .with({ targets: [campaign('b')] }),
    [],
  ],
  ['where it is destroyed', declaredAgain().with({ command: 'destroy' }), []],
  [
    "where it is another account's",
    new PlanWorld()
      .ours(old)
      .foreign('campaign', 'a', {}, 'beta')
      .declared('beta', {}, { id: '18ce5uk0000' })
      .declared('beta/campaigns/again', {}, named),
    [],
  ],
])('one campaign under two addresses, %s', (_when, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test('so of an empty set under the second address, which would find nothing to take away', () => {
  const world = new PlanWorld()
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .ours(member('a', 'x', 'LOCATION:EQ:1'))
    .declared('acme/line_items/mine', {}, { id: 'a.x' });

  expect(refused(world.plan())).toEqual([
    `declared_twice acme/line_items/mine: declares line item a.x, which ${item('a', 'x')} declares already: each apply would undo the values of the other`,
  ]);
});

const changed = `other_record ${old}: declares campaign b by its id, and adsync manages campaign a at this address`;

/** A key of ours that is given the id of another campaign. */
function renamedRecord(): PlanWorld {
  return new PlanWorld().foreign('campaign', 'b').dropped(old).declared(old, {}, { id: 'b', sets: [] });
}

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['is ours', renamedRecord(), [changed]],
  ['is gone', renamedRecord().vanish(old), []],
  ['was only referred to', renamedRecord().remember(old, { origin: 'external' }), []],
])('a key that is given another id while the record it stood for %s', (_how, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

const elsewhere = { project: 'acme', file: 'old.yaml' };
const standing: OtherFiles = new Map([['acme:old.yaml', { shown: '../old.yaml', standing: 'here' }]]);
const gone: OtherFiles = new Map([['acme:old.yaml', { shown: '../old.yaml', standing: 'gone' }]]);

/** A campaign that a file made which is not read, and this document declares by its id. */
function declaredElsewhere(fields: Values): PlanWorld {
  return new PlanWorld()
    .dropped(old, {}, elsewhere)
    .declared(again, fields, named)
    .with({ otherFiles: standing });
}

const both = `other_file ${again}: declares daily_budget of campaign a, and ../old.yaml, a file that was not read, declares the same campaign as ${old}`;

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['both give a budget', declaredElsewhere({ [daily]: 99 * million }), [both]],
  ['the other file is gone', declaredElsewhere({ [daily]: million }).with({ otherFiles: gone }), []],
  ['the user says so', declaredElsewhere({ [daily]: million }).consent({ override: ['other_file'] }), []],
  ['they say different things of it', declaredElsewhere({ [total]: 900 * million }), []],
  ['it is only named', declaredElsewhere({}), []],
  [
    'a tag is attached to it',
    new PlanWorld()
      .dropped(campaign('a'), {}, elsewhere)
      .dropped(item('a', 'x'), {}, elsewhere)
      .dropped(tag('a', 'x', 't'), {}, elsewhere)
      .declared('acme/line_items/x', {}, { id: 'a.x', sets: [] })
      .declared('acme/line_items/x/tracking_tags/mine')
      .with({ otherFiles: standing }),
    [],
  ],
  [
    'both give a whole set of it',
    new PlanWorld()
      .dropped(campaign('a'), {}, elsewhere)
      .dropped(item('a', 'x'), {}, elsewhere)
      .dropped(member('a', 'x', 'LOCATION:EQ:1'), {}, elsewhere)
      .declared('acme/line_items/x', {}, { id: 'a.x' })
      .with({ otherFiles: standing }),
    [
      `other_file acme/line_items/x: declares targeting of line item a.x, and ../old.yaml, a file that was not read, declares the same line item as ${item('a', 'x')}`,
    ],
  ],
  [
    'this one deletes it',
    new PlanWorld()
      .dropped(old, {}, { ...elsewhere, origin: 'external' })
      .dropped(again, {}, { id: 'a' })
      .with({ otherFiles: standing }),
    [
      `other_file ${again}: would lose campaign a, and ../old.yaml, a file that was not read, declares the same campaign as ${old}`,
    ],
  ],
])('a campaign under two addresses in two files, where %s', (_how, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});
