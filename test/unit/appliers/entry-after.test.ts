import { expect, test } from 'vitest';
import { type Applying, entryAfter, withAnswer } from '../../../src/appliers/entry-after.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import { setResource } from '../../support/set-resource.ts';
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
    latestMs: 0,
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

const made = {
  type: 'Create',
  address,
  kind: 'campaign',
  accountKey: 'acme',
  accountId,
  id: '',
  latestMs: 0,
} as const;
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

const status = 'entity_status';
const daily = 'daily_budget_amount_local_micro';
const leftOut: StateEntry = {
  ...before,
  noLongerManaged: {
    declared: { [status]: 'ACTIVE', [daily]: 55, name: 'a' },
    answered: { [status]: 'ACTIVE', [daily]: 50, name: 'a' },
  },
};
const bare = setResource(
  { address, kind: 'campaign', parent: 'acme' },
  { name: 'a' },
  { allowReplace: false },
);

test('what is remembered of fields that the document leaves out stays, but for what it declares again', () => {
  const update = { ...made, type: 'Update', id: 'old', previous: leftOut, resource: bare } as const;
  const entry = entryAfter({ ...update, params: { name: 'b' }, isSwitchedOn: false });

  expect(entry?.noLongerManaged).toEqual({
    declared: { [status]: 'ACTIVE', [daily]: 55 },
    answered: { [status]: 'ACTIVE', [daily]: 50 },
  });
});

test('a pause on the way, and its end, are the doing of adsync and no outside change', () => {
  const update = { ...made, type: 'Update', id: 'old', resource: bare, isSwitchedOn: true } as const;
  const off = entryAfter({ ...update, previous: leftOut, params: { [status]: 'PAUSED' } });
  const on = entryAfter({ ...update, previous: off, params: { [status]: 'ACTIVE' } });

  expect(off).toMatchObject({ pausedOnTheWay: true, noLongerManaged: { answered: { [status]: 'PAUSED' } } });
  expect(on).toMatchObject({ noLongerManaged: { answered: { [status]: 'ACTIVE' } } });
});

const declaredActive = setResource(
  { address, kind: 'campaign', parent: 'acme' },
  { name: 'a', [status]: 'ACTIVE' },
  { allowReplace: false },
);

test('a pause on the way is nothing that the document says: the status that was applied before it stays known', () => {
  const active = { [status]: 'ACTIVE' };
  const previous = { ...before, declared: active, answered: active };
  const update = {
    ...made,
    type: 'Update',
    id: 'old',
    resource: declaredActive,
    isSwitchedOn: true,
  } as const;
  const off = entryAfter({ ...update, previous, params: { name: 'a', [status]: 'PAUSED' } });
  const on = entryAfter({ ...update, previous: off, params: active });

  expect(off).toMatchObject({ pausedOnTheWay: true, declared: { ...active, name: 'a' }, answered: active });
  expect(on).not.toHaveProperty('pausedOnTheWay');
  expect(on).not.toHaveProperty('ownChangeAt');
});

test('what is made PAUSED and switched on last is paused on the way until then', () => {
  const entry = entryAfter({
    ...made,
    params: { name: 'a', [status]: 'PAUSED' },
    previous: undefined,
    resource: declaredActive,
    isSwitchedOn: true,
  });

  expect(entry).toMatchObject({ pausedOnTheWay: true, declared: { [status]: 'PAUSED' } });
});

test.each<[string, string | undefined, string | undefined]>([
  ['the platform does not say', undefined, '2026-11-20T10:00:30Z'],
  ['the platform says', '2026-11-20T10:00:02Z', '2026-11-20T10:00:02Z'],
  [
    'the request could take effect at the latest, where the record shows a later time',
    '2026-11-20T11:00:00Z',
    '2026-11-20T10:00:30Z',
  ],
])('when adsync changed what is paused on the way is kept: what %s', (_, updatedAt, expected) => {
  const params = { [status]: 'PAUSED' };
  const latestMs = Date.parse('2026-11-20T10:00:30Z');
  const update = { ...made, type: 'Update', id: 'old', resource: declaredActive, latestMs } as const;
  const record = { kind: 'campaign', accountId, id: 'old', fields: params, deleted: false, updatedAt };
  const answered = (isSwitchedOn: boolean): StateEntry =>
    withAnswer(
      entryAfter({ ...update, previous: undefined, params, isSwitchedOn }) ?? before,
      record,
      params,
    );

  expect(answered(true).ownChangeAt).toBe(expected);
  expect(answered(false)).not.toHaveProperty('ownChangeAt');
});

test.each<[string, boolean, string]>([
  ['as it was applied, where people paused the old one', false, 'ACTIVE'],
  ['as adsync created it, where the new one is switched on last', true, 'PAUSED'],
])(
  'a new record in place of an old one remembers what it takes over: the status %s',
  (_, isSwitchedOn, shown) => {
    const params = { name: 'a', [status]: 'PAUSED', [daily]: 40 };
    const entry = entryAfter({
      ...made,
      params,
      previous: undefined,
      replaced: leftOut,
      resource: bare,
      isSwitchedOn,
    });

    expect(entry?.noLongerManaged).toEqual({
      declared: { [status]: shown, [daily]: 55 },
      answered: { [status]: shown, [daily]: 50 },
    });
  },
);

test('what a new record does not take over from the old one is not remembered', () => {
  const anew = { ...made, params: { name: 'a' }, resource: bare, isSwitchedOn: false };
  const taken = entryAfter({ ...anew, previous: undefined, replaced: leftOut });
  const deletedOutside = entryAfter({ ...anew, previous: leftOut });

  expect(taken).not.toHaveProperty('noLongerManaged');
  expect(deletedOutside).not.toHaveProperty('noLongerManaged');
});

test.each<readonly [string, string | undefined, StateEntry['origin']]>([
  ['by its key', undefined, 'created'],
  ['by its id', 'old', 'external'],
])('what adsync made and the document declares %s from now on', (_how, id, expected) => {
  const update = { ...made, type: 'Update', id: 'old', previous: before, isSwitchedOn: false } as const;

  expect(entryAfter({ ...update, params: name, resource: { ...bare, id } })?.origin).toBe(expected);
});
