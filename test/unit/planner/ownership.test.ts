import { describe, expect, test } from 'vitest';
import {
  accountIds,
  campaign,
  item,
  member,
  PlanWorld,
  refused,
  tag,
  told,
} from '../../support/plan-world.ts';

/** Two files, each with a campaign of its own. */
function twoFiles(): PlanWorld {
  return new PlanWorld()
    .dropped(campaign('us'), {}, { project: 'acme', file: 'ads/us.yaml' })
    .dropped(campaign('uk'), {}, { project: 'acme', file: 'ads/uk.yaml' });
}

const placed = (path: string): string => `acme:${path}`;

/** What was read, of the project `acme`. */
function reading(files: readonly string[], folders: readonly string[] = []) {
  return { files, places: { files: files.map(placed), folders: folders.map(placed), unread: [], roots: [] } };
}

const scopes = [
  {
    story: 'apply us.yaml leaves what uk.yaml declared alone',
    read: reading(['ads/us.yaml']),
    changes: [`delete ${campaign('us')} (config)`],
    outOfScope: 1,
  },
  {
    story: 'a file that is gone from a folder that was read deletes',
    read: reading(['ads/us.yaml'], ['ads/']),
    changes: [`delete ${campaign('us')} (config)`, `delete ${campaign('uk')} (config)`],
    outOfScope: 0,
  },
  {
    story: 'the root of the project is a folder like any other',
    read: reading(['other.yaml'], ['']),
    changes: [`delete ${campaign('us')} (config)`, `delete ${campaign('uk')} (config)`],
    outOfScope: 0,
  },
  {
    story: 'a folder whose name only begins alike was not read',
    read: reading(['ad/x.yaml'], ['ad/', 'ads/us/']),
    changes: [],
    outOfScope: 2,
  },
];

test.each(scopes)('$story', ({ read, changes, outOfScope }) => {
  const plan = twoFiles().document(read).plan();

  expect(told(plan)).toEqual(changes);
  expect(plan.summary.out_of_scope).toBe(outOfScope);
  expect(plan.violations).toEqual([]);
});

test.each([['../ads/us.yaml'], ['/srv/ads/us.yaml'], ['ads/us.yaml']])(
  'a file without a project, %s, is not within a folder that was read',
  (file) => {
    const world = new PlanWorld().dropped(campaign('us'), {}, { file }).document(reading([], ['']));

    expect(told(world.plan())).toEqual([]);
  },
);

test('what another file declared is not taken over, nor counted as unmanaged', () => {
  const { summary } = twoFiles()
    .document(reading(['ads/us.yaml']))
    .foreign('campaign', 'nobodys')
    .plan();

  expect(summary).toMatchObject({ delete: 1, out_of_scope: 1, unmanaged: 3 });
});

test('an address that moved to another file is in scope by its declaration', () => {
  const world = new PlanWorld().ours(campaign('a')).remember(campaign('a'), { file: 'old.yaml' });

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([]);
  expect(stateChanges.flatMap(({ put }) => put.map(({ file }) => file))).toEqual(['campaigns.yaml']);
});

describe('targeting that a file declared which was not read', () => {
  const word = member('a', 'x', 'BROAD_KEYWORD:EQ:shoes');
  const elsewhere = { project: 'acme', file: 'old.yaml' };
  const takenOver = (): PlanWorld =>
    new PlanWorld().ours(campaign('a')).ours(item('a', 'x')).dropped(word, {}, elsewhere);

  test('goes where this document declares the line item with a set that does not have it', () => {
    expect(told(takenOver().plan())).toEqual([`delete ${word} (config)`]);
  });

  test('goes by name where the line item is made anew', () => {
    const plan = takenOver()
      .edit(item('a', 'x'), { placements: ['TWITTER_TIMELINE'] })
      .plan();

    expect(told(plan)).toEqual([`replace ${item('a', 'x')} (config)`, `delete ${word} (config)`]);
    expect(plan.changes[0]?.takes_along).toEqual([word]);
  });

  test('stays with a line item that this document does not declare', () => {
    const world = new PlanWorld().ours(campaign('a')).dropped(item('a', 'x'), {}, elsewhere);

    expect(told(world.dropped(word, {}, elsewhere).plan())).toEqual([]);
  });
});

test('removed with destroy: false forgets without a request', () => {
  const world = new PlanWorld().dropped(campaign('a')).removed(campaign('a'), false);

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([`forget ${campaign('a')} (config)`]);
  expect(plan.changes[0]).toMatchObject({
    id: 'a',
    reason: 'let go by the document',
    patch: [],
    irreversible: false,
  });
  expect(plan.steps).toEqual([]);
  expect(stateChanges).toEqual([
    { accountKey: 'acme', accountId: accountIds['acme'], put: [], remove: [campaign('a')] },
  ]);
});

test('removed with destroy: true deletes also what another file declared, and nothing beside it', () => {
  const world = new PlanWorld()
    .dropped(campaign('a'), {}, { file: 'elsewhere.yaml' })
    .dropped(campaign('b'), {}, { file: 'elsewhere.yaml' })
    .removed(campaign('a'), true);

  const plan = world.plan();

  expect(told(plan)).toEqual([`delete ${campaign('a')} (config)`]);
  expect(plan.summary.out_of_scope).toBe(1);
  expect(plan.steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /12/batch/accounts/${accountIds['acme']}/campaigns`,
  ]);
});

test('removed lets go of everything beneath', () => {
  const world = new PlanWorld()
    .dropped(campaign('a'))
    .dropped(item('a', 'x'))
    .dropped(tag('a', 'x', 't'))
    .dropped(campaign('ab'))
    .removed(campaign('a'), false);

  expect(told(world.plan())).toEqual([
    `delete ${campaign('ab')} (config)`,
    `forget ${campaign('a')} (config)`,
    `forget ${item('a', 'x')} (config)`,
    `forget ${tag('a', 'x', 't')} (config)`,
  ]);
});

test('what is let go of and declared anew under another key is adopted, not made twice', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'), { name: 'Sale' })
    .declared(campaign('new'), { name: 'Sale' })
    .removed(campaign('old'), false)
    .consent({ adopt: { all: true, addresses: new Map() } });

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([`adopt ${campaign('new')} (config)`, `forget ${campaign('old')} (config)`]);
  expect(stateChanges.map(({ put, remove }) => [put.map(({ id }) => id), remove])).toEqual([
    [['old'], [campaign('old')]],
  ]);
});

test('moved changes the address and nothing else', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'), { name: 'Sale' })
    .declared(campaign('new'), { name: 'Sale' })
    .moved([campaign('old'), campaign('new')]);

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([`move ${campaign('new')} (config)`]);
  expect(plan.changes[0]).toMatchObject({ id: 'old', moved_from: campaign('old') });
  expect(plan.summary).toMatchObject({ move: 1, unchanged: 0 });
  expect(plan.steps).toEqual([]);
  expect(
    stateChanges.map(({ put, remove }) => [put.map(({ address, id }) => `${address} ${id}`), remove]),
  ).toEqual([[[`${campaign('new')} old`], [campaign('old')]]]);
});

test('moved takes children along', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'), { name: 'Sale' })
    .dropped(item('old', 'x'))
    .dropped(tag('old', 'x', 't'))
    .declared(campaign('new'), { name: 'Sale' })
    .declared(item('new', 'x'))
    .declared(tag('new', 'x', 't'))
    .moved([campaign('old'), campaign('new')]);

  expect(told(world.plan())).toEqual([
    `move ${campaign('new')} (config)`,
    `move ${item('new', 'x')} (config)`,
    `move ${tag('new', 'x', 't')} (config)`,
  ]);
});

test('a child goes its own way when its parent moves, whichever line comes first', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'), { name: 'Sale' })
    .dropped(item('old', 'x'))
    .declared(campaign('new'), { name: 'Sale' })
    .declared(item('new', 'y'), { name: 'x' })
    .moved([campaign('old'), campaign('new')], [item('old', 'x'), item('new', 'y')]);

  expect(told(world.plan())).toEqual([
    `move ${campaign('new')} (config)`,
    `move ${item('new', 'y')} (config)`,
  ]);
});

test('a moved entry that is gone from the document is deleted under its new address', () => {
  const world = new PlanWorld().dropped(campaign('old')).moved([campaign('old'), campaign('new')]);

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([`delete ${campaign('new')} (config)`]);
  expect(stateChanges.map(({ put, remove }) => [put.map(({ address }) => address), remove])).toEqual([
    [[campaign('new')], [campaign('old')]],
  ]);
});

test('a moved entry that is let go of is forgotten, and not remembered under its new address', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'))
    .moved([campaign('old'), campaign('new')])
    .removed(campaign('new'), false);

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([`forget ${campaign('new')} (config)`]);
  expect(stateChanges).toMatchObject([{ put: [], remove: [campaign('old')] }]);
});

test('a line of moved that was applied already says nothing', () => {
  const world = new PlanWorld().ours(campaign('new')).moved([campaign('old'), campaign('new')]);

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([]);
  expect(stateChanges).toEqual([]);
});

test('moved to an address that the state knows is refused', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'))
    .ours(campaign('new'))
    .moved([campaign('old'), campaign('new')]);

  expect(refused(world.plan())).toEqual([
    `moved ${campaign('new')}: ${campaign('old')} cannot be moved here: the state knows another resource at this address`,
  ]);
});

test('moved under another parent is a replacement, and said so', () => {
  const world = new PlanWorld()
    .ours(campaign('a'))
    .ours(campaign('b'))
    .dropped(item('a', 'x'))
    .declared(item('b', 'x'))
    .moved([item('a', 'x'), item('b', 'x')]);

  const plan = world.plan();

  expect(told(plan)).toEqual([`replace ${item('b', 'x')} (config)`]);
  expect(plan.changes[0]).toMatchObject({
    id: 'a.x',
    before: { campaign_id: 'a' },
    after: { campaign_id: 'b' },
    reason: 'a line item cannot leave its campaign, and that is another one now',
    irreversible: true,
    moved_from: item('a', 'x'),
  });
});

test('an account key that owns resources does not vanish without a word', () => {
  const world = new PlanWorld().dropped('beta/campaigns/a');

  expect(refused(world.plan())).toEqual([
    'account_removed beta: the account is gone from the document, and adsync owns resources in it',
  ]);
  expect(world.plan().violations[0]?.remedy).toBe(
    'Add removed: [{ from: beta, destroy: false }] to forget them, or bring the account back.',
  );
  // To destroy takes what is ours, wherever it is.
  expect(refused(world.with({ command: 'destroy' }).plan())).toEqual([]);
});

test('an account that is let go of forgets what it owned', () => {
  const plan = new PlanWorld().dropped('beta/campaigns/a').removed('beta', false).plan();

  expect(plan.violations).toEqual([]);
  expect(told(plan)).toEqual(['forget beta/campaigns/a (config)']);
});

test('an account that is removed with destroy: true has its resources deleted by requests', () => {
  const world = new PlanWorld()
    .dropped('beta/campaigns/a', { entity_status: 'ACTIVE' })
    .dropped('beta/campaigns/a/line_items/x')
    .removed('beta', true);

  const plan = world.plan();

  expect(plan.violations).toEqual([]);
  expect(told(plan)).toEqual([
    'delete beta/campaigns/a (config)',
    'delete beta/campaigns/a/line_items/x (config)',
  ]);
  expect(
    plan.steps.map(({ account_id, operations }) => [account_id, ...operations.map(({ id }) => id)]),
  ).toEqual([
    [accountIds['beta'], 'a'],
    [accountIds['beta'], 'a.x'],
    [accountIds['beta'], 'a'],
  ]);
  expect(Object.keys(plan.budget)).toEqual(['acme']);
});

test('an account with a new key is moved, not removed', () => {
  const world = new PlanWorld()
    .dropped('acme/campaigns/a', {}, { address: 'old/campaigns/a', accountKey: 'old' })
    .declared('acme/campaigns/a')
    .moved(['old', 'acme']);

  const { plan, stateChanges } = world.result();

  expect(refused(plan)).toEqual([]);
  expect(told(plan)).toEqual(['move acme/campaigns/a (config)']);
  expect(stateChanges.flatMap(({ put }) => put.map(({ accountKey }) => accountKey))).toEqual(['acme']);
});

test('what exists by id is let go of, never deleted', () => {
  const world = new PlanWorld().dropped(campaign('a'), {}, { origin: 'external' });

  expect(told(world.plan())).toEqual([`forget ${campaign('a')} (config)`]);
});

test('gone on both sides is tidied away in the state', () => {
  const { plan, stateChanges } = new PlanWorld().dropped(campaign('a')).vanish(campaign('a')).result();

  expect(told(plan)).toEqual([]);
  expect(stateChanges).toMatchObject([{ put: [], remove: [campaign('a')] }]);
});

test('destroy takes everything in scope that is ours, and lets go of what exists by id', () => {
  const world = new PlanWorld()
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .dropped(campaign('elsewhere'), {}, { file: 'other.yaml' })
    .ours(campaign('given'))
    .remember(campaign('given'), { origin: 'external' })
    .with({ command: 'destroy' });

  const plan = world.plan();

  expect(told(plan)).toEqual([
    `delete ${campaign('a')} (config)`,
    `delete ${item('a', 'x')} (config)`,
    `forget ${campaign('given')} (config)`,
  ]);
  expect(plan.command).toBe('destroy');
  expect(plan.summary.out_of_scope).toBe(1);
});

test('settings of an account that is gone are let go of, or asked about', () => {
  const gone = new PlanWorld().dropped('beta', { name: 'Beta' }, { origin: 'external' });

  expect(gone.plan().violations.map(({ rule, address }) => [rule, address])).toEqual([
    ['account_removed', 'beta'],
  ]);
  expect(told(gone.removed('beta', false).plan())).toEqual(['forget beta (config)']);
  expect(gone.with({ targets: ['acme'] }).plan().summary.out_of_scope).toBe(0);
});
