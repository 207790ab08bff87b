import { expect, test } from 'vitest';
import { allKinds } from '../../../src/schemas/registry.ts';
import { campaign, item, member, PlanWorld, refused, tag, told } from '../../support/plan-world.ts';

const [sale, two] = [campaign('sale'), campaign('two')];
const [x, y] = [item('sale', 'x'), item('two', 'x')];
const promotedBeneath = (lineItem: string, post: string): string => `${lineItem}/promoted_posts/${post}`;
const promoted = promotedBeneath(x, '123');
const again = (address: string): string =>
  `undo_drift ${address}: was deleted outside adsync; applying would create it again`;
const was = (address: string, former: string): string =>
  `undo_drift ${address}: was ${former} and deleted outside adsync; applying would create it again`;

test('kinds whose records people see, or that put something before them', () => {
  const shown = allKinds.filter(({ shownToPeople }) => shownToPeople === true).map(({ name }) => name);

  expect(shown.sort()).toEqual([
    'media_creative',
    'post',
    'promoted_account',
    'promoted_post',
    'scheduled_post',
  ]);
});

/** A line item that promotes a post, which somebody has deleted there. */
function world(): PlanWorld {
  return new PlanWorld().ours(sale).ours(x).ours(two).ours(promoted).vanish(promoted);
}

test('a promoted post that somebody deleted is promoted again with consent only', () => {
  expect(refused(world().plan())).toEqual([again(promoted)]);
  expect(
    refused(
      world()
        .consent({ undoDrift: [promoted] })
        .plan(),
    ),
  ).toEqual([]);
  expect(refused(world().policy({ undoDrift: 'allow' }).plan())).toEqual([]);
});

test('a document that leaves outside changes of the set alone asks for nothing', () => {
  const plan = world()
    .edit(x, {}, { lifecycle: { ignoreChanges: ['promoted_posts'] } })
    .plan();

  expect([told(plan), refused(plan)]).toEqual([[], []]);
});

test('a new line item in the place of the old one does not bring it back', () => {
  const replaced = world().edit(x, { placements: ['TWITTER_TIMELINE'] });

  expect(refused(replaced.plan())).toEqual([again(promoted)]);
});

test('what went with its line item is asked for there', () => {
  const gone = world().vanish(x);

  expect(refused(gone.plan())).toEqual([again(x)]);
  expect(refused(gone.consent({ undoDrift: [x] }).plan())).toEqual([]);
});

test.each<[string, () => PlanWorld, string[]]>([
  [
    'its line item has moved',
    () =>
      world()
        .without(x)
        .without(promoted)
        .declared(y, { name: 'x' })
        .declared(promotedBeneath(y, '123'), { tweet_id: '123' })
        .moved([x, y]),
    [again(promotedBeneath(y, '123'))],
  ],
  [
    'its line item was cut and pasted',
    () =>
      world()
        .without(x)
        .without(promoted)
        .declared(y, { name: 'x' })
        .declared(promotedBeneath(y, '123'), { tweet_id: '123' }),
    [was(promotedBeneath(y, '123'), promoted)],
  ],
  [
    'it is written in another way',
    () => world().without(promoted).declared(promotedBeneath(x, 'post:hero'), { tweet_id: '123' }),
    [was(promotedBeneath(x, 'post:hero'), promoted)],
  ],
  ['another post takes its place', () => world().without(promoted).declared(promotedBeneath(x, '124')), []],
])('nor does another address bring it back: %s', (_, told, expected) => {
  expect(refused(told().plan())).toEqual(expected);
});

test('a post that somebody deleted is not published again without consent', () => {
  const post = 'acme/posts/hero';

  expect(refused(new PlanWorld().ours(post).vanish(post).plan())).toEqual([again(post)]);
});

test.each([
  ['what narrows a line item', member('sale', 'x', 'BROAD_KEYWORD:EQ:shoes')],
  ['what only measures', tag('sale', 'x', 't')],
  ['an audience', 'acme/audiences/buyers'],
])('made again without a word: %s', (_, address) => {
  const plan = new PlanWorld().ours(sale).ours(x).ours(address).vanish(address).plan();

  expect([told(plan), refused(plan)]).toEqual([[`create ${address} (drift)`], []]);
});
