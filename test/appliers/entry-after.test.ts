import { expect, test } from 'vitest';
import { type Applying, entryAfter, withAnswer } from '../../src/appliers/entry-after.ts';
import type { StateEntry } from '../../src/schemas/state-entry.ts';
import { setResource } from '../support/set-resource.ts';
import { accountId, buildPlan, documentOf } from './build-plan.ts';

const address = 'acme/campaigns/e';

const name = { name: 'Renamed' };
const paused = { ...name, entity_status: 'PAUSED' };

test.each<readonly [string, Applying['type'], object]>([
  ['of a new record holds everything that was sent', 'Create', paused],
  ['of a changed record gains only what the document declares', 'Update', name],
])('an entry %s', (_title, type, expected) => {
  const document = documentOf(
    buildPlan([{ kind: 'campaign', operations: [{ type, address, params: name }] }]),
  );

  const entry = entryAfter({
    type,
    address,
    kind: 'campaign',
    accountKey: 'acme',
    accountId,
    id: '',
    params: paused,
    previous: undefined,
    resource: document.resources.find((resource) => resource.address === address),
    isSwitchedOn: false,
  });

  expect(entry).toMatchObject({ address, file: 'campaigns.yaml' });
  expect([entry?.declared, entry?.answered]).toEqual([expected, expected]);
});

test('an entry does not name what others refer to its record by where nobody has shown it', () => {
  const fields = { name: 'Hero' };
  const entry: StateEntry = {
    address: 'acme/cards/hero',
    kind: 'card',
    accountKey: 'acme',
    accountId,
    id: '',
    origin: 'created',
    declared: fields,
    answered: fields,
    file: 'campaigns.yaml',
    preventDestroy: false,
  };
  const record = { kind: 'card', accountId, id: 'x', fields, deleted: false, updatedAt: undefined };

  const { answered } = withAnswer(entry, record, fields);

  expect(answered).toStrictEqual(fields);
});

const made = { type: 'Create', address, kind: 'campaign', accountKey: 'acme', accountId, id: '' } as const;
const before: StateEntry = {
  address,
  kind: 'campaign',
  accountKey: 'acme',
  accountId,
  id: 'old',
  origin: 'created',
  declared: {},
  answered: {},
  file: 'campaigns.yaml',
  preventDestroy: false,
};

test('what is made anew without being declared holds what was sent', () => {
  const params = { name: 'a', entity_status: 'PAUSED' };
  const entry = entryAfter({ ...made, params, previous: before, resource: undefined, isSwitchedOn: false });

  expect(entry?.declared).toEqual(params);
});

test('what the document ignores stands as the document says, however others left it', () => {
  const fields = {
    name: 'a',
    funding_instrument_id: { id_of: 'acme/funding_instruments/credit' },
    daily_budget_amount_local_micro: 5,
    total_budget_amount_local_micro: 9,
  };
  const ignoreChanges = [...Object.keys(fields), 'purchase_order_number'];
  const resource = setResource({ address, kind: 'campaign', parent: 'acme' }, fields, {
    allowReplace: false,
  });
  const entry = entryAfter({
    ...made,
    params: { name: 'theirs', funding_instrument_id: 'fi1', daily_budget_amount_local_micro: 2 },
    previous: undefined,
    resource: { ...resource, lifecycle: { ...resource.lifecycle, ignoreChanges } },
    isSwitchedOn: false,
  });

  expect(entry?.declared).toEqual({ ...fields, funding_instrument_id: 'fi1' });
});
