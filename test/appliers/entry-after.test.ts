import { expect, test } from 'vitest';
import { type Applying, entryAfter, withAnswer } from '../../src/appliers/entry-after.ts';
import type { StateEntry } from '../../src/schemas/state-entry.ts';
import { accountId, buildPlan, documentOf } from './build-plan.ts';

const name = { name: 'Renamed' };
const paused = { ...name, entity_status: 'PAUSED' };

test.each<readonly [string, Applying['type'], object]>([
  ['of a new record holds everything that was sent', 'Create', paused],
  ['of a changed record gains only what the document declares', 'Update', name],
])('an entry %s', (_title, type, expected) => {
  const address = 'acme/campaigns/e';
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
