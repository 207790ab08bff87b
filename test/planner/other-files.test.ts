import { expect, test } from 'vitest';
import { whyOf } from '../../src/planner/why.ts';
import type { OtherFiles } from '../../src/schemas/other-file.ts';
import { accountIds, campaign, PlanWorld, refused } from './plan-world.ts';

const place = 'acme:old.yaml';
const remembered = { project: 'acme', file: 'old.yaml' };
const standing: OtherFiles = new Map([[place, { shown: '../old.yaml', exists: true }]]);
const gone: OtherFiles = new Map([[place, { shown: '../old.yaml', exists: false }]]);
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
      .document({ places: { files: [place], folders: [], roots: [] } })
      .with({ otherFiles: standing }),
    [],
  ],
  [
    'the folder that holds it is read',
    declaredTwice()
      .document({ places: { files: [], folders: ['acme:'], roots: [] } })
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
  [
    'it is removed by name',
    new PlanWorld()
      .dropped(campaign('a'), {}, remembered)
      .removed(campaign('a'), true)
      .with({ otherFiles: standing }),
    [],
  ],
];

test.each(takeovers)('the address of another file, where %s', (_when, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
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

test('another name is made', () => {
  const plan = new PlanWorld()
    .dropped(campaign('sale'), { name: 'Sale' }, remembered)
    .foreign('campaign', 'nobodys', { name: 'Spring' })
    .declared(campaign('spring'), { name: 'Autumn' })
    .plan();

  expect(refused(plan)).toEqual([]);
});
