import { expect, test } from 'vitest';
import { coversNeeds } from '../../../src/live/covers-needs.ts';
import type { AccountNeeds, NeededList } from '../../../src/live/needs.ts';

const accountId = '18ce54d4x5t';
const parent = {
  kind: 'line_item',
  id: undefined,
  key: ['a', { query: { kind: 'campaign', id: 'c', key: ['n'] } }],
};
const found = { ...parent, id: 'x', key: ['a', { query: { kind: 'campaign', id: undefined, key: ['n'] } }] };

function needs(lists: readonly NeededList[], singles: AccountNeeds['singles'] = []): readonly AccountNeeds[] {
  return [{ accountId, lists, singles }];
}

const single = { kind: 'account', id: accountId };
const live = [
  { accountId, complete: [], below: [{ kind: 'tag', parentIds: ['y'] }], records: [], readAt: 1 },
];

test.each<[string, readonly AccountNeeds[], readonly AccountNeeds[], boolean]>([
  ['the same', needs([{ kind: 'campaign' }], [single]), needs([{ kind: 'campaign' }], [single]), true],
  ['less', needs([{ kind: 'campaign' }, { kind: 'tag' }], [single]), needs([{ kind: 'tag' }]), true],
  ['another list', needs([{ kind: 'campaign' }]), needs([{ kind: 'tag' }]), false],
  ['another single record', needs([]), needs([], [single]), false],
  ['another account', [], needs([]), false],
  [
    'below what has its id by now',
    needs([{ kind: 'tag', below: [parent] }]),
    needs([{ kind: 'tag', below: [found] }]),
    true,
  ],
  [
    'below what was read though not asked for by that name',
    needs([{ kind: 'tag', below: [] }]),
    needs([{ kind: 'tag', below: [{ kind: 'line_item', id: 'y', key: [] }] }]),
    true,
  ],
  [
    'below another record',
    needs([{ kind: 'tag', below: [parent] }]),
    needs([{ kind: 'tag', below: [{ kind: 'line_item', id: 'z', key: [] }] }]),
    false,
  ],
  [
    'another value',
    needs([{ kind: 'tag', eachOf: ['A'] }]),
    needs([{ kind: 'tag', eachOf: ['A', 'B'] }]),
    false,
  ],
])('%s', (_case, asked, needed, covers) => {
  expect(coversNeeds({ needs: asked, live }, needed)).toBe(covers);
});

test.each<[string, NeededList, boolean]>([
  ['the same ids', { kind: 'campaign', sufficient: ['a', 'b'] }, true],
  ['fewer ids', { kind: 'campaign', sufficient: ['a'] }, true],
  ['another id', { kind: 'campaign', sufficient: ['a', 'c'] }, false],
  ['all', { kind: 'campaign' }, false],
])('a part that was read covers %s: %j', (_case, needed, covers) => {
  const asked = needs([{ kind: 'campaign', sufficient: ['a', 'b'] }]);
  const [account] = live;
  const inPart = account === undefined ? [] : [{ ...account, partial: ['campaign'] }];

  expect(coversNeeds({ needs: asked, live: inPart }, needs([needed]))).toBe(covers);
});
