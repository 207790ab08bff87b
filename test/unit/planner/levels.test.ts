import { expect, test } from 'vitest';
import { loadOf, noLoad } from '../../../src/planner/exposure/load.ts';
import { type Requirements, requirementsOf } from '../../../src/planner/graph/edges.ts';
import { nothingCompared, type Subject } from '../../../src/planner/match/subject.ts';
import { levelsOf } from '../../../src/planner/schedule/levels.ts';
import { type Forming, stepsOf } from '../../../src/planner/schedule/steps.ts';
import type { Effect, Weighed } from '../../../src/planner/schedule/weighed.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { campaign } from '../../support/plan-world.ts';

const subject: Subject = {
  address: campaign('a'),
  kind: kindNamed('campaign'),
  accountKey: 'acme',
  accountId: 'acme',
  desired: undefined,
  entry: undefined,
  live: undefined,
  verdict: 'unchanged',
  wanted: {},
  ...nothingCompared,
  movedFrom: undefined,
  goneOutside: false,
  undeclaredMemberOf: undefined,
  absence: undefined,
};

function weighed(number: number, effect: Effect, accountId = 'acme'): Weighed {
  const operation = { number, subject, role: 'update', type: 'Update', params: {} } as const;
  return { operation, accountId, effects: noLoad, effect };
}

/** The first operation of each pair waits for the second. */
function required(...pairs: readonly (readonly [from: number, to: number])[]): Requirements {
  return requirementsOf(pairs.map(([from, to]) => ({ from, to, why: 'own' })));
}

function forming(requirements: Requirements): Forming {
  return { requirements, usable: new Map(), sizeOf: () => 10, bundles: new Map() };
}

test('after what it requires, and claims after every release of their account', () => {
  const levels = levelsOf(
    [
      weighed(1, 'claim'),
      weighed(2, 'neutral'),
      weighed(3, 'release'),
      weighed(4, 'release'),
      weighed(5, 'claim'),
      weighed(6, 'claim', 'beta'),
      weighed(7, 'neutral'),
    ],
    required([2, 3], [4, 2], [5, 1]),
  );

  expect([1, 2, 3, 4, 5, 6, 7].map((number) => levels.get(number))).toEqual([3, 1, 0, 2, 4, 0, 0]);
});

test('what is required and not part of it holds nothing up', () => {
  expect(levelsOf([weighed(1, 'neutral')], required([1, 99])).get(1)).toBe(0);
});

test('a step names only what the plan holds', () => {
  const { steps, order } = stepsOf(
    [weighed(7, 'neutral'), weighed(8, 'release')],
    forming(required([7, 99], [8, 7])),
  );

  expect(order.map(({ operation }) => operation.number)).toEqual([7, 8]);
  expect(
    steps.map(({ step, after, operations }) => [step, after, operations.map(({ requires }) => requires)]),
  ).toEqual([
    [1, [], [[]]],
    [2, [1], [[1]]],
  ]);
});

test('a circle is a fault of ours', () => {
  expect(() => levelsOf([weighed(1, 'neutral'), weighed(2, 'neutral')], required([1, 2], [2, 1]))).toThrow(
    new RangeError('operation 1 waits for itself'),
  );
});

test('what spends nothing contributes nothing', () => {
  const tag = { kind: 'tracking_tag', fields: { entity_status: 'ACTIVE' }, parent: undefined, days: [] };

  expect(loadOf(tag, { count: 'not_deleted' })).toEqual(noLoad);
});

test('what the platform offers no way to do is a fault of ours', () => {
  const { operation, ...rest } = weighed(1, 'neutral');
  const deletion = {
    ...operation,
    type: 'Delete',
    subject: { ...subject, kind: kindNamed('account') },
  } as const;

  expect(() => stepsOf([{ ...rest, operation: deletion }], forming(required()))).toThrow(
    new RangeError('account cannot be written by Delete'),
  );
});
