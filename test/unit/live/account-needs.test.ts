import { describe, expect, test } from 'vitest';
import { needsOf, needsOfIntent } from '../../../src/live/account-needs.ts';
import { wholeNeeds } from '../../../src/live/needs.ts';
import type { DesiredDocument, DesiredResource } from '../../../src/schemas/desired.ts';
import type { IntendedOperation, Intent, StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Values } from '../../../src/schemas/values.ts';

const limits = { activeCampaigns: 200, count: 'active', lineItems: undefined, batch: {} } as const;
const source = { file: 'campaigns.yaml', line: 1, column: 1 };

function resource(kind: string, accountKey: string, fields: Values = {}, id?: string): DesiredResource {
  const address = kind === 'account' ? accountKey : `${accountKey}/${kind}/x`;
  const lifecycle = { preventDestroy: false, adopt: false, allowReplace: false, ignoreChanges: [] };
  return {
    address,
    kind,
    accountKey,
    parent: undefined,
    id,
    fields,
    lifecycle,
    sets: [],
    source,
    home: { file: source.file },
    fieldSources: {},
  };
}

function documentWith(
  resources: readonly DesiredResource[],
  more: Partial<DesiredDocument> = {},
): DesiredDocument {
  const accounts = ['us', 'uk'].map((key) => ({ key, id: `id-${key}`, limits }));
  const policy = {
    maxDeletes: { percent: 30 },
    maxUpdates: undefined,
    maxDailyBudget: undefined,
    maxDailyBudgetIncrease: undefined,
    maxBudgetFactor: 10,
    maxBid: undefined,
    maxBidFactor: 10,
    maxMemberRemovals: { percent: 30 },
    undoDrift: 'ask' as const,
    forbid: [],
    flights: { maxDays: undefined, earliest: undefined, latest: undefined },
    freeze: [],
    names: {},
  };
  return {
    digest: 'sha256:0',
    accounts,
    resources,
    moved: [],
    removed: [],
    policy,
    files: ['campaigns.yaml'],
    places: { files: [], folders: [], unread: [], roots: [] },
    ...more,
  };
}

function reading(read: Partial<DesiredDocument['places']>): Partial<DesiredDocument> {
  return { places: { files: [], folders: [], unread: [], roots: [], ...read } };
}

function entry(kind: string, accountKey: string, more: Partial<StateEntry> = {}): StateEntry {
  return {
    address: kind === 'account' ? accountKey : `${accountKey}/${kind}/x`,
    kind,
    accountKey,
    accountId: `id-${accountKey}`,
    id: `${kind}1`,
    origin: 'created',
    declared: {},
    answered: {},
    file: 'campaigns.yaml',
    preventDestroy: false,
    ...more,
  };
}

function intent(operations: readonly Partial<IntendedOperation>[]): Intent {
  return {
    run: 'r',
    accountId: 'id-us',
    step: 1,
    method: 'POST',
    path: '/',
    at: 0,
    timeoutMs: 0,
    operations: operations.map((operation) => ({
      operation: 1,
      type: 'Update',
      address: 'a',
      kind: 'campaign',
      id: 'x',
      params: {},
      known: [],
      entry: null,
      ...operation,
    })),
  };
}

/** The needs in short: account, kinds listed, singles. */
function short(needs: ReturnType<typeof needsOf>): readonly string[] {
  return needs.map(
    ({ accountId, lists, singles }) =>
      `${accountId}: ${lists.map(({ kind }) => kind).join(' ')}${singles.map(({ kind, id }) => ` +${kind}/${id}`).join('')}`,
  );
}

describe('what has to be read', () => {
  test.each<readonly [string, readonly DesiredResource[], readonly StateEntry[], readonly string[]]>([
    ['nothing of an account that declares nothing', [], [], ['id-us: ', 'id-uk: ']],
    [
      'campaigns with what pays for them',
      [resource('campaign', 'us')],
      [],
      ['id-us: funding_instrument campaign', 'id-uk: '],
    ],
    [
      'all parents, and what those refer to, in the order of the registry',
      [resource('tracking_tag', 'uk')],
      [],
      ['id-us: ', 'id-uk: funding_instrument campaign line_item tracking_tag'],
    ],
    [
      'what only the state holds',
      [],
      [entry('funding_instrument', 'us')],
      ['id-us: funding_instrument', 'id-uk: '],
    ],
    [
      'settings of an account, singly, where one is declared',
      [resource('account', 'us', { name: 'x' })],
      [],
      ['id-us:  +account/id-us', 'id-uk: '],
    ],
    ['no settings where none is', [resource('account', 'us')], [], ['id-us: ', 'id-uk: ']],
    [
      'settings that were managed before',
      [resource('account', 'us')],
      [entry('account', 'us', { id: 'id-us', declared: { name: 'x' } })],
      ['id-us:  +account/id-us', 'id-uk: '],
    ],
  ])('%s', (_title, resources, entries, expected) => {
    const needs = needsOf(documentWith(resources), entries);

    expect(short(needs)).toEqual(expected);
  });

  test.each<readonly [string, Partial<DesiredDocument>, string, boolean]>([
    [
      'the file that declared it was read',
      reading({ files: ['acme:campaigns.yaml'] }),
      'campaigns.yaml',
      true,
    ],
    ['another file declared it', {}, 'other.yaml', false],
    ['it is gone from a folder that was read', reading({ folders: ['acme:ads/'] }), 'ads/de.yaml', true],
    ['it was in a folder of a like name', reading({ folders: ['acme:ads/'] }), 'ads2/de.yaml', false],
    ['everything of its project was read', reading({ folders: ['acme:'] }), 'ads/de.yaml', true],
    ['it was outside of everything', reading({ folders: ['acme/de:'] }), 'de.yaml', false],
    ['it is named by removed', { removed: [{ from: 'de', destroy: true, source }] }, 'other.yaml', true],
    ['it is named by moved', { moved: [{ from: 'de/campaign/x', to: 'us/x', source }] }, 'other.yaml', true],
    ['another of a like name is', { removed: [{ from: 'd', destroy: true, source }] }, 'other.yaml', false],
  ])('an account that is declared no more: %s', (_title, more, file, read) => {
    const needs = needsOf(documentWith([], more), [entry('campaign', 'de', { project: 'acme', file })]);

    // It would be deleted, so that what stands beneath it is read too.
    expect(short(needs).includes('id-de: funding_instrument campaign line_item')).toBe(read);
  });

  test('only of the accounts that the run is limited to', () => {
    const document = documentWith([resource('campaign', 'us'), resource('campaign', 'uk')]);

    const needs = needsOf(document, [entry('line_item', 'us')], [], ['uk']);

    expect(short(needs)).toEqual(['id-uk: funding_instrument campaign']);
  });

  test('also what an earlier run left open, and nothing twice', () => {
    const open = intent([
      { kind: 'tracking_tag', type: 'Create', id: null },
      { kind: 'account', id: 'id-us' },
    ]);

    const needs = needsOf(documentWith([resource('account', 'us', { name: 'x' })]), [], [open, open]);

    expect(short(needs)).toEqual([
      'id-us: funding_instrument campaign line_item tracking_tag +account/id-us',
      'id-uk: ',
    ]);
  });
});

test('what an open request may have made, and would go, is read with what stands beneath it', () => {
  const made = entry('campaign', 'us', { id: '' });
  const open = intent([{ type: 'Create', id: null, entry: made }]);

  const needs = needsOf(documentWith([]), [], [open]);

  expect(short(needs)).toEqual(['id-us: funding_instrument campaign line_item', 'id-uk: ']);
});

/** Where criteria are to be looked for. */
function query(needs: ReturnType<typeof needsOf>): unknown {
  return needs[0]?.lists.find(({ kind }) => kind === 'targeting_criterion')?.below;
}

describe('what stands below single records, or is listed by a value', () => {
  const item = 'us/campaigns/c/line_items/i';
  const campaign = {
    ...resource('campaign', 'us', { name: 'C', funding_instrument_id: 'f1' }),
    address: 'us/campaigns/c',
  };
  const lineItem = {
    ...resource('line_item', 'us', { name: 'I' }),
    address: item,
    parent: campaign.address,
    sets: ['targeting_criterion'],
  };
  test('a set that is given, also as an empty list, is read below its parent, by what tells that one', () => {
    const needs = needsOf(documentWith([campaign, lineItem]), []);

    const above = { kind: 'campaign', id: undefined, key: ['C', 'f1'] };
    expect(query(needs)).toEqual([{ kind: 'line_item', id: undefined, key: [{ query: above }, 'I'] }]);
  });

  test('a set that is not given is not read', () => {
    const needs = needsOf(documentWith([campaign, { ...lineItem, sets: [] }]), []);

    expect(query(needs)).toBeUndefined();
  });

  test('members of ours are read below the parent of their entry', () => {
    const owned = entry('targeting_criterion', 'us', { address: `${item}/targeting/AGE:EQ:X` });
    const above = entry('line_item', 'us', { address: item, id: 'item1' });

    const needs = needsOf(documentWith([]), [above, owned]);

    expect(query(needs)).toEqual([{ kind: 'line_item', id: 'item1', key: [] }]);
  });

  test('a parent that moves is known by the entry of its old address', () => {
    const above = entry('line_item', 'us', { address: 'us/campaigns/old/line_items/i', id: 'item1' });
    const moved = [{ from: 'us/campaigns/old', to: 'us/campaigns/c', source }];

    const needs = needsOf(documentWith([campaign, lineItem], { moved }), [above]);

    expect(query(needs)).toMatchObject([{ id: 'item1' }]);
  });

  test('posts are read author by author: those declared, those applied, and unasked where none is known', () => {
    const declared = [
      resource('post', 'us', { as_user_id: '7', name: 'A' }),
      { ...resource('post', 'us', {}, '99'), address: 'us/posts/external' },
    ];
    const applied = entry('post', 'us', { address: 'us/posts/gone', declared: { as_user_id: '8' } });

    const [needs] = needsOf(documentWith(declared), [applied]);

    expect(needs?.lists).toEqual([{ kind: 'post', eachOf: ['7', undefined, '8'] }]);
  });

  test('settings of which an account has one set go by the account', () => {
    const [needs] = needsOf(documentWith([resource('tax_settings', 'us', { tax_category: 'X' })]), []);

    expect(needs?.singles).toEqual([{ kind: 'tax_settings', id: 'id-us' }]);
  });

  test('a request left open is looked for below the record, and in the list, that it names', () => {
    const open = intent([
      { kind: 'targeting_criterion', type: 'Delete', id: 'x', parentId: 'item1' },
      { kind: 'draft_post', type: 'Delete', id: 'y', listedUnder: '7' },
    ]);

    expect(needsOfIntent(open).lists).toEqual([
      { kind: 'draft_post', eachOf: ['7'], ids: ['y'] },
      { kind: 'targeting_criterion', below: [{ kind: 'line_item', id: 'item1', key: [] }] },
    ]);
  });
});

describe('who asks', () => {
  const said = { as_user_id: '1', nullcast: true };

  test.each<readonly [string, readonly DesiredResource[], readonly StateEntry[], boolean]>([
    ['nothing that is said', [resource('campaign', 'us')], [], false],
    ['a new post', [resource('post', 'us', said)], [], true],
    ['a post as it was', [resource('post', 'us', said)], [entry('post', 'us', { declared: said })], false],
    [
      'a post by somebody else than before',
      [resource('post', 'us', { ...said, as_user_id: '2' })],
      [entry('post', 'us', { declared: said })],
      true,
    ],
    [
      'a draft for everybody now',
      [resource('draft_post', 'us', { ...said, nullcast: false })],
      [entry('draft_post', 'us', { declared: said })],
      true,
    ],
    ['a post that is declared by its id', [resource('post', 'us', said, '77')], [], false],
  ])('matters for %s: %s', (_, resources, entries, matters) => {
    const [us, uk] = needsOf(documentWith(resources), entries);

    expect([us?.caller, uk?.caller]).toEqual([matters ? true : undefined, undefined]);
  });
});

describe('what settles one request', () => {
  test.each<readonly [string, readonly Partial<IntendedOperation>[], object]>([
    [
      'updates and deletes: those ids',
      [{ id: 'a' }, { type: 'Delete', id: 'b' }],
      { lists: [{ kind: 'campaign', ids: ['a', 'b'] }], singles: [] },
    ],
    [
      'a create among them: the whole list',
      [{ id: 'a' }, { type: 'Create', id: null }],
      { lists: [{ kind: 'campaign', deletedToo: true }], singles: [] },
    ],
    [
      'account settings: a single read',
      [{ kind: 'account', id: 'id-us' }],
      { lists: [], singles: [{ kind: 'account', id: 'id-us' }] },
    ],
  ])('%s', (_title, operations, expected) => {
    const needs = needsOfIntent(intent(operations));

    expect(needs).toEqual({ accountId: 'id-us', ...expected });
  });
});

const declaredCampaign = (key: string, more: Partial<DesiredResource> = {}): DesiredResource => ({
  ...resource('campaign', 'us', { funding_instrument_id: { id_of: 'us/funding_instruments/credit' } }),
  address: `us/campaigns/${key}`,
  parent: 'us',
  ...more,
});
const declaredItem = (more: Partial<DesiredResource> = {}): DesiredResource => ({
  ...resource('line_item', 'us', {}),
  address: 'us/campaigns/a/line_items/x',
  parent: 'us/campaigns/a',
  ...more,
});
const held = (of: DesiredResource, more: Partial<StateEntry> = {}): StateEntry =>
  entry(of.kind, 'us', {
    address: of.address,
    id: `id-${of.address.at(-1)}`,
    declared: of.kind === 'campaign' ? { funding_instrument_id: 'fi1' } : {},
    ...more,
  });
const instrument = {
  ...resource('funding_instrument', 'us', {}, 'fi1'),
  address: 'us/funding_instruments/credit',
};
const a = declaredCampaign('a');
const b = declaredCampaign('b', { id: 'bbb' });

/** For each kind, the ids that suffice, or that all is needed. */
function sufficient(
  resources: readonly DesiredResource[],
  entries: readonly StateEntry[],
  more = {},
): unknown {
  const [us] = needsOf(documentWith(resources, more), entries);
  return Object.fromEntries((us?.lists ?? []).map(({ kind, sufficient: ids = 'all' }) => [kind, ids]));
}

describe('what suffices of a list', () => {
  test.each<[string, readonly DesiredResource[], readonly StateEntry[], Partial<DesiredDocument>, unknown]>([
    [
      'the ids that document and state know',
      [instrument, a, b],
      [held(a)],
      {},
      { funding_instrument: ['fi1'], campaign: ['bbb', 'id-a'] },
    ],
    ['with what the state alone has', [], [held(a)], {}, { funding_instrument: 'all', campaign: ['id-a'] }],
    [
      'nothing less than all where one is new',
      [instrument, a, b],
      [],
      {},
      { funding_instrument: ['fi1'], campaign: 'all' },
    ],
    [
      'all where the state has the id in another account',
      [a],
      [held(a, { accountId: 'id-uk' })],
      {},
      { funding_instrument: 'all', campaign: 'all' },
    ],
    [
      'what moves, by the id at its old address',
      [a],
      [held(declaredCampaign('o'))],
      { moved: [{ from: 'us/campaigns/o', to: 'us/campaigns/a', source }] },
      { funding_instrument: 'all', campaign: ['id-o'] },
    ],
    [
      'what stands in something known, with that',
      [instrument, a, declaredItem()],
      [held(a), held(declaredItem())],
      {},
      { funding_instrument: ['fi1'], campaign: ['id-a'], line_item: ['id-x'] },
    ],
    [
      'all that a line item alone may stand in',
      [instrument, a, declaredItem({ address: 'us/line_items/x', parent: 'us', id: 'xxx' })],
      [held(a)],
      {},
      { funding_instrument: ['fi1'], campaign: 'all', line_item: ['xxx'] },
    ],
    [
      'all that the parent of an entry may be among',
      [],
      [held(declaredItem())],
      {},
      { funding_instrument: 'all', campaign: 'all', line_item: ['id-x'] },
    ],
    [
      'all of a kind whose record is named by its id',
      [instrument, { ...b, fields: { funding_instrument_id: 'fi2' } }],
      [],
      {},
      { funding_instrument: 'all', campaign: ['bbb'] },
    ],
  ])('%s', (_case, resources, entries, more, expected) => {
    expect(sufficient(resources, entries, more)).toMatchObject(Object(expected));
  });

  test('all of a kind that an open request is about, and all beneath what goes', () => {
    const documents = documentWith([a], reading({ files: ['campaigns.yaml'] }));
    const lists = (intents: readonly Intent[], entries: readonly StateEntry[]): unknown =>
      needsOf(documents, entries, intents)[0]?.lists.filter((list) => list.sufficient !== undefined);

    expect(lists([intent([{ id: 'id-a' }])], [held(a)])).toEqual([]);
    expect(lists([], [held(a), held(declaredCampaign('gone'))])).toMatchObject([{ kind: 'campaign' }]);
  });

  test('the same with every list whole', () => {
    const [needs] = needsOf(documentWith([instrument, a]), [held(a)]);

    expect(needs?.lists.map(({ kind }) => kind)).toEqual(['funding_instrument', 'campaign']);
    expect(needs && wholeNeeds(needs).lists.some(({ sufficient: ids }) => ids !== undefined)).toBe(false);
  });
});
