import { expect, test } from 'vitest';
import { effectsOf } from '../../src/appliers/effects-of.ts';
import type { IntendedOperation, StateEntry } from '../../src/schemas/state-entry.ts';
import { accountId, campaign } from './build-plan.ts';

const entry: StateEntry = {
  address: 'acme/campaigns/a',
  kind: 'campaign',
  accountKey: 'acme',
  accountId,
  id: 'x',
  origin: 'created',
  declared: campaign('a', { entity_status: 'ACTIVE' }),
  answered: campaign('a', { entity_status: 'ACTIVE' }),
  file: 'campaigns.yaml',
  preventDestroy: false,
};

const activate: IntendedOperation = {
  operation: 1,
  type: 'Update',
  address: 'acme/campaigns/a',
  kind: 'campaign',
  id: 'x',
  params: { entity_status: 'ACTIVE' },
  known: [],
  entry,
};

test('what an answer shows of fields that were not sent is not taken for the normal form of what is declared', () => {
  const cut = { ...campaign('a', { entity_status: 'ACTIVE' }), daily_budget_amount_local_micro: 500_000 };
  const record = { kind: 'campaign', accountId, id: 'x', fields: cut, deleted: false, updatedAt: undefined };

  const { put } = effectsOf([{ operation: activate, record }], () => entry);

  expect(put).toMatchObject([
    { answered: { entity_status: 'ACTIVE', daily_budget_amount_local_micro: 5_000_000 } },
  ]);
});
