import { expect, test } from 'vitest';
import { campaign, item, PlanWorld, refused, tag } from '../../support/plan-world.ts';

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

test('many new keys of one account are one refusal, with as few lines as say them', () => {
  const world = new PlanWorld();
  for (const market of ['us', 'uk']) {
    world.dropped(campaign(`spring-${market}`), { name: market });
    world.declared(campaign(`summer-${market}`), { name: market });
  }

  expect(world.plan().violations).toMatchObject([
    {
      rule: 'rename',
      address: campaign('summer-us'),
      message: `2 campaigns would be created, and 2 of the same names deleted (${campaign('spring-us')} for ${campaign('summer-us')}, and so on): these look like new keys for the same campaigns`,
      remedy: `If they are the same campaigns, add to the document: moved: [{ from: ${campaign('spring-*')}, to: ${campaign('summer-*')} }]`,
      override: `--allow-recreate ${campaign('summer-us')} --allow-recreate ${campaign('summer-uk')}`,
      number: 2,
    },
  ]);

  world.ours(campaign('kept')).dropped(item('kept', 'old'), { name: 'x' });
  world.declared(item('kept', 'new'), { name: 'x' });

  const [found] = world.plan().violations;
  expect(found?.message).toContain('3 resources would be created');
  expect(found?.remedy).toContain(`{ from: ${item('kept', 'old')}, to: ${item('kept', 'new')} }`);
});
