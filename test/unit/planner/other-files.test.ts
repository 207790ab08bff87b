import { expect, test } from 'vitest';
import { whyOf } from '../../../src/planner/why.ts';
import { placeOf } from '../../../src/schemas/home.ts';
import type { OtherFiles } from '../../../src/schemas/other-file.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import { accountIds, campaign, item, member, PlanWorld, refused } from '../../support/plan-world.ts';

const place = 'acme:old.yaml';
const remembered = { project: 'acme', file: 'old.yaml' };
const standing: OtherFiles = new Map([[place, { shown: '../old.yaml', standing: 'here' }]]);
const gone: OtherFiles = new Map([[place, { shown: '../old.yaml', standing: 'gone' }]]);
const takenOver = `other_file ${campaign('a')}: campaigns.yaml:2 declares what ../old.yaml declared, a file that was not read`;

/** A campaign that this document declares and another file has made. */
function declaredTwice(): PlanWorld {
  return new PlanWorld().ours(campaign('a')).remember(campaign('a'), remembered);
}

const takeovers: readonly (readonly [string, PlanWorld, readonly string[]])[] = [
  ['the other file stands', declaredTwice().with({ otherFiles: standing }), [takenOver]],
  ['the other file is gone', declaredTwice().with({ otherFiles: gone }), []],
  ['nobody looked for it', declaredTwice(), []],
  [
    'it is read too',
    declaredTwice()
      .document({ places: { files: [place], folders: [], unread: [], roots: [] } })
      .with({ otherFiles: standing }),
    [],
  ],
  [
    'the folder that holds it is read',
    declaredTwice()
      .document({ places: { files: [], folders: ['acme:'], unread: [], roots: [] } })
      .with({ otherFiles: standing }),
    [],
  ],
  [
    'it is not planned for',
    declaredTwice()
      .declared(campaign('b'))
      .with({ otherFiles: standing, targets: [campaign('b')] }),
    [],
  ],
  [
    'it is an account, which several files may speak of',
    new PlanWorld()
      .ours('acme', { name: 'Acme' }, { id: accountIds['acme'] })
      .remember('acme', { ...remembered, origin: 'external' })
      .with({ otherFiles: standing }),
    [],
  ],
  [
    'the user says so',
    declaredTwice()
      .consent({ override: ['other_file'] })
      .with({ otherFiles: standing }),
    [],
  ],
];

test.each(takeovers)('the address of another file, where %s', (_when, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test('what one file takes over from another is one reason, without what stands beneath', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const world = new PlanWorld().with({ otherFiles: standing });
  for (const key of keys) world.ours(campaign(key)).remember(campaign(key), remembered);
  world.ours(item('a', 'x')).remember(item('a', 'x'), remembered);

  const { violations } = world.plan();

  expect(violations).toMatchObject([
    {
      address: 'acme',
      message: `campaigns.yaml declares 6 resources that ../old.yaml declared, a file that was not read: ${keys.slice(0, 4).map(campaign).join(', ')} and 2 more`,
      remedy:
        'A resource stands in one file. To keep them here, take them out of ../old.yaml and name both files in one run; delete ../old.yaml where it holds nothing else. To keep them there, take them out of campaigns.yaml.',
      override: '--override other_file',
    },
  ]);
});

test('a line item is named where its campaign is of another file', () => {
  const world = new PlanWorld()
    .with({ otherFiles: standing })
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .remember(item('a', 'x'), remembered);

  expect(world.plan().violations).toMatchObject([{ rule: 'other_file', address: item('a', 'x') }]);
});

const once = 'or write removed: [{ from: acme/campaigns/a, destroy: false }]';
const others: readonly (readonly [string, number, string])[] = [
  ['one resource', 1, `Leave it to that file, ${once} there and apply that first.`],
  ['several', 2, `Leave them to that file, ${once} for each there and apply that first.`],
];

test.each(others)('a file that is not on this machine has another way out: %s', (_, count, remedy) => {
  const elsewhere: OtherFiles = new Map([
    [place, { shown: 'old.yaml of project acme', standing: 'elsewhere' }],
  ]);
  const world = new PlanWorld().with({ otherFiles: elsewhere });
  for (const key of ['a', 'b'].slice(0, count)) world.ours(campaign(key)).remember(campaign(key), remembered);

  expect(world.plan().violations).toMatchObject([
    {
      remedy: `${remedy} Accept it where it is the same file, and only its project or repository is called otherwise now.`,
    },
  ]);
});

const removals: readonly (readonly [
  string,
  boolean,
  OtherFiles | undefined,
  Partial<StateEntry>,
  readonly string[],
])[] = [
  [
    'stands here',
    true,
    standing,
    remembered,
    ['campaigns.yaml:1 removes what ../old.yaml declares, a file that was not read'],
  ],
  [
    'stands here, and is only let go of',
    false,
    standing,
    remembered,
    ['campaigns.yaml:1 lets go of what ../old.yaml declares, a file that was not read'],
  ],
  ['is gone', true, new Map([[place, { shown: '../old.yaml', standing: 'gone' }]]), remembered, []],
  ['is not known', true, undefined, remembered, []],
  ['is this one', true, standing, {}, []],
];

test.each(removals)(
  'a line of removed names what a file declared that %s',
  (_, destroy, otherFiles, entry, expected) => {
    const world = new PlanWorld()
      .dropped(campaign('a'), {}, entry)
      .dropped(item('a', 'x'), {}, entry)
      .removed(campaign('a'), destroy)
      .with(otherFiles === undefined ? {} : { otherFiles });

    const { violations } = world.plan();

    expect(violations.map(({ message }) => message)).toEqual(expected);
    expect(refused(world.consent({ override: ['other_file'] }).plan())).toEqual([]);
  },
);

const renamings = [
  [
    { project: 'winter' },
    {},
    'for project winter',
    'without a project',
    'Write project: winter at the top of the file again. ',
  ],
  [
    { project: 'winter' },
    { project: 'summer' },
    'for project winter',
    'for project summer',
    'Write project: winter at the top of the file again. ',
  ],
  [
    { project: 'repository:git.example/a' },
    { project: 'repository:git.example/b' },
    'for repository git.example/a',
    'for repository git.example/b',
    '',
  ],
] as const;

test.each(renamings)('the same file under another name: %j, then %j', (was, is, before, now, way) => {
  const home = { ...was, file: 'campaigns.yaml' };
  const renamed: OtherFiles = new Map([[placeOf(home), { shown: 'campaigns.yaml', standing: 'renamed' }]]);
  const world = new PlanWorld()
    .ours(campaign('a'))
    .edit(campaign('a'), {}, { home: { ...is, file: 'campaigns.yaml' } })
    .remember(campaign('a'), home)
    .with({ otherFiles: renamed });

  expect(world.plan().violations).toMatchObject([
    {
      message: `campaigns.yaml:2 declares what campaigns.yaml declared ${before}; this run reads the file of that path ${now}`,
      remedy: `${way}To accept it is to keep what the file declares ${now}.`,
    },
  ]);
});

test('what takes over says where it belongs from then on', () => {
  const world = declaredTwice().edit(campaign('a'), {}, { home: { project: 'acme', file: 'new.yaml' } });

  const { stateChanges } = world.result();

  expect(stateChanges).toMatchObject([
    { put: [{ address: campaign('a'), project: 'acme', file: 'new.yaml' }] },
  ]);
});

test('the same file under the same project is no change of the state', () => {
  const world = declaredTwice().edit(campaign('a'), {}, { home: remembered });

  expect(world.result().stateChanges).toEqual([]);
});

test('an explanation names the file as it is known here', () => {
  const { plan, ...input } = explainable(standing);

  expect(whyOf(plan, input, campaign('a'))?.remembered?.file).toBe('../old.yaml');
});

function explainable(otherFiles: OtherFiles) {
  const world = new PlanWorld().dropped(campaign('a'), {}, remembered).with({ otherFiles });
  return { ...world.input(), otherFiles, ...world.result() };
}

const copies = [
  [standing, '../old.yaml'],
  [gone, '../old.yaml'],
  [undefined, 'old.yaml'],
] as const;

test.each(copies)(
  'what another file has made is not made again under another key: %#',
  (otherFiles, shown) => {
    const plan = new PlanWorld()
      .dropped(campaign('sale'), { name: 'Sale' }, remembered)
      .declared(campaign('spring'), { name: 'Sale' })
      .with(otherFiles === undefined ? {} : { otherFiles })
      .plan();

    expect(refused(plan)).toEqual([
      `other_file ${campaign('spring')}: campaigns.yaml:2 declares what exists already: ${shown} declared it as ${campaign('sale')}`,
    ]);
    expect(plan.violations[0]?.remedy).toBe(
      `Where it has moved here, add moved: [{ from: ${campaign('sale')}, to: ${campaign('spring')} }], and name ${shown} in the same run if it still exists. Else give it another name.`,
    );
    expect(plan.violations[0]?.override).toBe('');
  },
);

test('targeting that another file declared is not deleted by a plan of that criterion alone', () => {
  const word = member('a', 'x', 'BROAD_KEYWORD:EQ:shoes');
  const world = declaredTwice()
    .ours(item('a', 'x'))
    .remember(item('a', 'x'), remembered)
    .dropped(word, {}, remembered);
  const refusal = `other_file ${item('a', 'x')}: campaigns.yaml:3 declares what ../old.yaml declared, a file that was not read`;

  expect(refused(world.with({ otherFiles: standing, targets: [word] }).plan())).toEqual([refusal]);
  expect(refused(world.with({ otherFiles: gone, targets: [word] }).plan())).toEqual([]);
});

test('what another file has made beneath a campaign that moves here is told by the address in that file', () => {
  const plan = new PlanWorld()
    .dropped(campaign('sale'), { name: 'Sale' })
    .dropped(item('sale', 'x'), { name: 'Clicks' }, remembered)
    .declared(campaign('spring'), { name: 'Sale' })
    .declared(item('spring', 'y'), { name: 'Clicks' })
    .moved([campaign('sale'), campaign('spring')])
    .with({ otherFiles: standing })
    .plan();

  expect(refused(plan)).toEqual([
    `other_file ${item('spring', 'y')}: campaigns.yaml:3 declares what exists already: ../old.yaml declared it as ${item('sale', 'x')}`,
  ]);
  expect(plan.violations[0]?.remedy).toContain(
    `moved: [{ from: ${item('sale', 'x')}, to: ${item('spring', 'y')} }]`,
  );
});

test('another name is made', () => {
  const plan = new PlanWorld()
    .dropped(campaign('sale'), { name: 'Sale' }, remembered)
    .foreign('campaign', 'nobodys', { name: 'Spring' })
    .declared(campaign('spring'), { name: 'Autumn' })
    .plan();

  expect(refused(plan)).toEqual([]);
});
