import { expect, test } from 'vitest';
import type { ApplyEvent } from '../../../src/appliers/apply-event.ts';
import { trackProgress } from '../../../src/appliers/progress.ts';
import { change } from '../report/sample-plan.ts';
import { buildPlan } from './build-plan.ts';

const address = 'acme/campaigns/a';

test.each<readonly [string, object, object]>([
  ['is let go of', {}, {}],
  [
    'has fields that the document leaves out',
    { no_longer_managed: { daily_budget_amount_local_micro: 5 } },
    { no_longer_managed: ['daily_budget_amount_local_micro'] },
  ],
  [
    'takes along what nobody manages',
    { others_along: [{ kind: 'line_item', id: 'f1', name: 'Theirs', fields: {} }] },
    { others_along: [{ kind: 'line_item', id: 'f1', name: 'Theirs', fields: {} }] },
  ],
])('what %s is told of at once, without a request', (_what, more, expected) => {
  const events: ApplyEvent[] = [];
  const forgotten = change({ address, kind: 'campaign', action: 'forget', id: 'c1', source: null, ...more });
  const progress = trackProgress({
    plan: { ...buildPlan([]), changes: [forgotten] },
    resources: new Map(),
    emit: (event) => events.push(event),
    idAt: () => undefined,
  });

  expect(events).toEqual([
    {
      type: 'change_applied',
      address,
      action: 'forget',
      operations: [],
      source: null,
      id: 'c1',
      ...expected,
    },
  ]);
  expect(progress.lists().applied).toEqual([{ address }]);
});
