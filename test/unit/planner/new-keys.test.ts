import { expect, test } from 'vitest';
import { campaign, item, PlanWorld, refused, tag } from './plan-world.ts';

const [old, now] = [campaign('old'), campaign('now')];
const named = { name: 'Sale', entity_status: 'ACTIVE' };

/** A campaign that got another key, and no `moved`. */
function rekeyed(): PlanWorld {
  return new PlanWorld().dropped(old, named).declared(now, named);
}

const rename = `rename ${now}: would be created, and ${old} of the same name deleted: this looks like a new key for the same campaign`;
const again = `undo_drift ${now}: was ${old} and deleted outside adsync; applying would create it again`;
const paused = `undo_drift ${now}: was paused outside adsync; applying would switch it on again`;

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['nobody touched', rekeyed(), [rename]],
  ['was paused outside', rekeyed().outside(old, { entity_status: 'PAUSED' }), [rename, paused]],
  ['was renamed outside', rekeyed().outside(old, { name: 'Theirs' }), [rename]],
  ['was deleted outside', rekeyed().vanish(old), [again]],
  ['was deleted outside, and is let go of', rekeyed().vanish(old).removed(old, false), []],
  [
    'had another name',
    rekeyed()
      .remember(old, { answered: { name: 'Other' } })
      .vanish(old),
    [],
  ],
])('a new key without moved while the old one %s', (_title, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test('what was deleted outside is made again with the consent to undo that, and with no other', () => {
  const world = rekeyed().vanish(old);

  expect(refused(world.consent({ allowRecreate: [now] }).plan())).toEqual([again]);
  expect(refused(world.consent({ undoDrift: [now] }).plan())).toEqual([]);
});

test('so of what stands beneath a campaign that stays, or has moved', () => {
  const world = new PlanWorld()
    .dropped(campaign('a'))
    .dropped(item('a', 'old'), named)
    .declared(campaign('b'), { name: 'a' })
    .moved([campaign('a'), campaign('b')])
    .declared(item('b', 'now'), named)
    .vanish(item('a', 'old'));

  expect(refused(world.plan())).toEqual([
    `undo_drift ${item('b', 'now')}: was ${item('b', 'old')} and deleted outside adsync; applying would create it again`,
  ]);
});

const unread = { project: 'acme', file: 'old.yaml' };
const renamedAndPaused = { name: 'Theirs', entity_status: 'PAUSED' };

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['was deleted outside', rekeyed().vanish(old), [again]],
  ['was renamed and paused outside', rekeyed().outside(old, renamedAndPaused), [paused]],
  ['was renamed outside', rekeyed().outside(old, { name: 'Theirs' }), []],
])('a new key in another file while the old one, whose file was not read, %s', (_title, world, expected) => {
  expect(refused(world.remember(old, unread).plan())).toEqual(expected);
});

test('what spends nothing is made again without a word', () => {
  const world = new PlanWorld()
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .dropped(tag('a', 'x', 'old'))
    .declared(tag('a', 'x', 'now'), { tracking_tag_url: 'https://example.com/old' })
    .vanish(tag('a', 'x', 'old'));

  expect(refused(world.plan())).toEqual([]);
});
