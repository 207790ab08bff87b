import { expect, test } from 'vitest';
import { loadOf, noLoad } from '../../src/planner/exposure/load.ts';
import { levelsOf } from '../../src/planner/levels.ts';
import type { Effect, Weighed } from '../../src/planner/room.ts';
import { stepsOf } from '../../src/planner/steps.ts';
import type { Subject } from '../../src/planner/subject.ts';
import { kindNamed } from '../../src/schemas/registry.ts';
import { campaign } from './plan-world.ts';

const subject: Subject = {
  address: campaign('a'),
  kind: kindNamed('campaign'),
  accountKey: 'acme',
  accountId: 'acme',
  desired: undefined,
  entry: undefined,
  live: undefined,
  verdict: 'update',
  wanted: {},
  fields: [],
  replacing: [],
  dropped: {},
  unchecked: [],
  movedFrom: undefined,
  goneOutside: false,
  candidates: [],
  surplus: undefined,
  left: false,
};

function weighed(number: number, effect: Effect, requires: readonly number[], accountId = 'acme'): Weighed {
  const operation = {
    number,
    subject,
    role: 'update',
    type: 'Update',
    params: {},
    requires: new Set(requires),
    waitsFor: new Set<string>(),
  } as const;
  return { operation, accountId, effects: noLoad, effect };
}

test('after what it requires, and claims after every release of their account', () => {
  const levels = levelsOf([
    weighed(1, 'claim', []),
    weighed(2, 'neutral', [3]),
    weighed(3, 'release', []),
    weighed(4, 'release', [2]),
    weighed(5, 'claim', [1]),
    weighed(6, 'claim', [], 'beta'),
    weighed(7, 'neutral', []),
  ]);

  expect([1, 2, 3, 4, 5, 6, 7].map((number) => levels.get(number))).toEqual([3, 1, 0, 2, 4, 0, 0]);
});

test('what is required and not part of it holds nothing up', () => {
  expect(levelsOf([weighed(1, 'neutral', [99])]).get(1)).toBe(0);
});

test('a step names only what the plan holds', () => {
  const { steps, order } = stepsOf(
    [weighed(7, 'neutral', [99]), weighed(8, 'release', [7])],
    () => 10,
    new Map(),
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
  expect(() => levelsOf([weighed(1, 'neutral', [2]), weighed(2, 'neutral', [1])])).toThrow(
    new RangeError('operation 1 waits for itself'),
  );
});

test('what spends nothing contributes nothing', () => {
  const tag = { kind: 'tracking_tag', fields: { entity_status: 'ACTIVE' }, parent: undefined, days: [] };

  expect(loadOf(tag, { count: 'not_deleted' })).toEqual(noLoad);
});

test('what the platform offers no way to do is a fault of ours', () => {
  const { operation, ...rest } = weighed(1, 'neutral', []);
  const deletion = {
    ...operation,
    type: 'Delete',
    subject: { ...subject, kind: kindNamed('account') },
  } as const;

  expect(() => stepsOf([{ ...rest, operation: deletion }], () => 10, new Map())).toThrow(
    new RangeError('account cannot be written by Delete'),
  );
});
