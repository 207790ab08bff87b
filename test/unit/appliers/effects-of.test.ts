import { expect, test } from 'vitest';
import { effectsOf } from '../../../src/appliers/effects-of.ts';
import type { IntendedOperation, StateEntry } from '../../../src/schemas/state-entry.ts';
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

const card: StateEntry = {
  ...entry,
  address: 'acme/cards/hero',
  kind: 'card',
  declared: { name: 'Hero' },
  answered: { name: 'Hero', card_uri: 'card://x' },
};

test.each([
  ['the answer shows another address', { name: 'New', card_uri: 'card://y' }, card, 'card://y'],
  ['the answer shows none: the old one stands', { name: 'New' }, card, 'card://x'],
  ['none is known', { name: 'New' }, { ...card, answered: { name: 'Hero' } }, undefined],
])('what others refer to a card by: %s', (_title, fields, entry, expected) => {
  const record = { kind: 'card', accountId, id: 'x', fields, deleted: false, updatedAt: undefined };
  const rename: IntendedOperation = {
    operation: 1,
    type: 'Update',
    address: card.address,
    kind: 'card',
    id: 'x',
    params: { name: 'New' },
    known: [],
    entry: { ...entry, declared: { name: 'New' } },
  };

  const { put } = effectsOf([{ operation: rename, record }], new Map([[entry.address, entry]]));

  const answered = expected === undefined ? { name: 'New' } : { name: 'New', card_uri: expected };
  expect(put).toEqual([{ ...entry, declared: { name: 'New' }, answered }]);
});

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

  const { put } = effectsOf([{ operation: activate, record }], new Map([[entry.address, entry]]));

  expect(put).toMatchObject([
    { answered: { entity_status: 'ACTIVE', daily_budget_amount_local_micro: 5_000_000 } },
  ]);
});

const lineItem: StateEntry = {
  ...entry,
  address: 'acme/campaigns/a/line_items/l',
  kind: 'line_item',
  id: 'old',
};
const member: StateEntry = {
  ...entry,
  address: `${lineItem.address}/targeting/LANGUAGE:EQ:en`,
  kind: 'targeting_criterion',
  id: 'm',
};
const create: IntendedOperation = {
  operation: 1,
  type: 'Create',
  address: lineItem.address,
  kind: 'line_item',
  id: null,
  params: {},
  known: [],
  entry: { ...lineItem, id: '' },
};
const state = new Map([entry, lineItem, member].map((each) => [each.address, each]));

test.each<readonly [string, Partial<IntendedOperation>, readonly string[]]>([
  ['made anew has none of the members that the old one had', {}, [member.address]],
  ['changed keeps its members', { type: 'Update', id: 'old', entry: lineItem }, []],
  [
    'deleted takes its members along',
    { type: 'Delete', id: 'old', entry: null },
    [lineItem.address, member.address],
  ],
  [
    'deleted where it was made anew already keeps its members',
    { type: 'Delete', id: 'older', entry: null },
    [],
  ],
])('what is %s', (_title, operation, expected) => {
  const done = [{ operation: { ...create, ...operation }, record: undefined }];

  const { remove } = effectsOf(done, state);

  expect(remove).toEqual(expected);
});

test.each([
  ['stands for it', 'old', ['old']],
  ['stands for another one by now', 'older', []],
])('the delete of a record keeps what a new one is to take over where the entry %s', (_how, id, expected) => {
  const kept = { ...lineItem, toCarryOver: { entity_status: 'ACTIVE' } };
  const operation: IntendedOperation = { ...create, type: 'Delete', id, entry: kept };

  const { put, remove } = effectsOf([{ operation, record: undefined }], state);

  expect(put.map((each) => each.id)).toEqual(expected);
  expect(remove).toEqual(expected.map(() => member.address));
});

test('a member of another line item keeps its entry', () => {
  const other = { ...member, address: `${lineItem.address}2/targeting/LANGUAGE:EQ:en` };

  const { remove } = effectsOf(
    [{ operation: create, record: undefined }],
    new Map([...state, [other.address, other]]),
  );

  expect(remove).toEqual([member.address]);
});

test('a member that is made with what it is a member of has the new entry', () => {
  const remake = { ...create, operation: 2, address: member.address, kind: member.kind, entry: member };

  const { put, remove } = effectsOf(
    [create, remake].map((operation) => ({ operation, record: undefined })),
    state,
  );

  expect(put.map(({ address }) => address)).toEqual([lineItem.address, member.address]);
  expect(remove).toEqual([]);
});

test('a campaign that is made anew leaves the entry of its line item alone', () => {
  const anew: IntendedOperation = { ...create, address: entry.address, kind: 'campaign', entry };

  expect(effectsOf([{ operation: anew, record: undefined }], state).remove).toEqual([]);
});
