import { expect, test } from 'vitest';
import { bindingSchema, intentSchema, stateEntrySchema } from '../../../src/schemas/state-entry.ts';

const entry = {
  address: 'acme/campaigns/a',
  kind: 'campaign',
  accountKey: 'acme',
  accountId: '18ce54d4x5t',
  id: '8wku2',
  origin: 'created',
  declared: { name: 'A', placements: ['X'], other: null },
  answered: { name: 'A', placements: ['X', 'Y'], other: null },
  file: 'campaigns.yaml',
  preventDestroy: false,
};
const operation = {
  operation: 1,
  type: 'Create',
  address: entry.address,
  kind: 'campaign',
  id: null,
  params: { name: 'A' },
  known: [],
  entry,
};
const intent = {
  run: 'r1',
  accountId: entry.accountId,
  step: 1,
  method: 'POST',
  path: '/12/batch/accounts/18ce54d4x5t/campaigns',
  at: 1_795_000_000_000,
  timeoutMs: 30_000,
  operations: [operation, { ...operation, operation: 2, type: 'Delete', id: '8wku2', entry: null }],
};

test('what the state holds is read as it was written', () => {
  expect(stateEntrySchema.parse(entry)).toEqual(entry);
  expect(intentSchema.parse(intent)).toEqual(intent);
  expect(bindingSchema.parse({ accountKey: 'acme', accountId: 'x', host: 'loopback' })).toMatchObject({
    host: 'loopback',
  });
});

test.each([
  ['an unknown origin', { ...entry, origin: 'found' }],
  ['a number for an id', { ...entry, id: 7 }],
  ['a member too many', { ...entry, more: 1 }],
  ['a value that JSON has not', { ...entry, declared: { name: undefined } }],
  ['nothing', null],
])('%s is no entry', (_, value) => {
  expect(stateEntrySchema.safeParse(value).success).toBe(false);
});

test.each([
  ['a step between two', { ...intent, step: 1.5 }],
  ['a time that is no whole number', { ...intent, at: '2026' }],
  ['a method that writes nothing', { ...intent, method: 'GET' }],
  ['an operation without its entry', { ...intent, operations: [{ ...operation, entry: undefined }] }],
])('%s is no intent', (_, value) => {
  expect(intentSchema.safeParse(value).success).toBe(false);
});
