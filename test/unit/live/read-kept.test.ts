import { describe, expect, test } from 'vitest';
import type { KeptList } from '../../../src/live/kept-lists.ts';
import { readKept, showsChanges } from '../../../src/live/read-kept.ts';
import type { ListPage, ListRequest } from '../../../src/platform/list-pages.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { listedClient } from '../../laws/worlds/reading/listed-platform.ts';

const campaign = kindNamed('campaign');
const accountId = 'acc';
const start = Date.parse('2026-11-20T10:00:00Z');

/** A record as the platform writes it, changed so many seconds after ten o'clock. */
function wire(id: string, seconds: number, more: object = {}) {
  return { id, name: `${id} ${seconds}`, deleted: false, updated_at: at(seconds), ...more };
}

function at(seconds: number): string {
  return new Date(start + seconds * 1000).toISOString();
}

type Page = readonly object[];

function names(records: KeptList['records']): readonly unknown[] {
  return records.map(({ fields }) => fields['name']);
}

/** A list that was kept at ten o'clock. */
function keptList(ids: readonly string[], more: Partial<KeptList> = {}): KeptList {
  const records = ids.map((id) => ({
    kind: 'campaign',
    accountId,
    id,
    fields: { name: `${id} kept` },
    deleted: false,
    updatedAt: at(-3600),
  }));
  return { sandbox: undefined, since: start, readAt: start, aheadMs: 0, wholeAt: start, records, ...more };
}

/**
 * Reads a list a hundred seconds later: what is asked for in full gives `whole`, each list of changes the next of `lists`.
 * Gives the names found, what was asked for, and what was kept of it.
 */
async function read(
  before: KeptList | undefined,
  lists: readonly (readonly Page[])[],
  {
    whole = [[wire('w', 0)]],
    machine = 100,
    platform = 100,
  }: {
    readonly whole?: readonly Page[];
    readonly machine?: number;
    readonly platform?: number;
  } = {},
) {
  const asked: string[] = [];
  const left = [...lists];
  const saved: KeptList[] = [];
  async function* list({ query = {} }: ListRequest): AsyncGenerator<ListPage, void, void> {
    const isOfChanges = query['sort_by'] !== undefined;
    const pages = isOfChanges ? (left.shift() ?? []) : whole;
    for (const [index, records] of pages.entries()) {
      asked.push(isOfChanges ? 'changes' : 'all');
      const date = start + platform * 1000;
      yield await Promise.resolve({ records, date, hasNext: index < pages.length - 1 });
    }
  }
  const client = { ...listedClient(() => ({ records: [], now: 0 }), 1), list };
  const kept = {
    load: async () => await Promise.resolve(before),
    save: async (_account: string, _kind: string, one: KeptList) => {
      saved.push(one);
      await Promise.resolve();
    },
    now: () => start + machine * 1000,
  };
  const reading = await readKept({ client, accountId, seal: undefined, kept }, campaign);
  return {
    names: names(reading.records),
    asked,
    saved: saved.map((one) => ({ ...one, records: names(one.records) })),
  };
}

const ids = Array.from({ length: 30 }, (_each, index) => `k${index}`);
const old = wire('k0', -3600);

test('campaigns and line items tell what was changed, and targeting does not', () => {
  const told = ['campaign', 'line_item', 'targeting_criterion', 'tracking_tag'].map((name) =>
    kindNamed(name),
  );

  expect(told.map(showsChanges)).toEqual([true, true, false, false]);
});

test('changes are added to what is kept: what is deleted or a draft goes, what is new comes', async () => {
  const changes = [
    wire('new', 50),
    wire('k1', 40, { deleted: true }),
    wire('k2', 30, { entity_status: 'DRAFT' }),
    wire('k3', -14),
    wire('k4', -16),
    old,
  ];

  const { names, asked, saved } = await read(keptList(ids), [[changes, [old]]]);

  expect(asked).toEqual(['changes']);
  expect(names).toHaveLength(29);
  expect(names).toEqual(expect.arrayContaining(['new 50', 'k3 -14', 'k0 kept', 'k4 kept']));
  expect(names).not.toEqual(expect.arrayContaining(['k1 kept']));
  expect(names).not.toEqual(expect.arrayContaining(['k2 kept']));
  // Four of thirty are as many as are worth writing.
  expect(saved).toMatchObject([
    { since: start + 100_000, readAt: start + 100_000, wholeAt: start, records: names },
  ]);
});

test('few changes are read again by the next run, and soon after a whole reading that one stays the beginning', async () => {
  const few = await read(keptList(ids), [[[wire('k1', 50), old]]]);
  const soon = await read(keptList(ids, { wholeAt: start + 90_000 }), [[ids.map((id) => wire(id, 50))]]);

  expect([few.saved, soon.saved]).toEqual([[], []]);
  expect([few.asked, soon.asked]).toEqual([['changes'], ['changes']]);
});

describe('what moves up while pages are read', () => {
  const [first, second] = [
    [wire('k1', 60), wire('k2', 50)],
    [wire('k3', 40), old],
  ];

  test('is found by a look at the first page', async () => {
    const looks = [[[wire('k9', 70), wire('k1', 60)]], [[wire('k9', 70), wire('k1', 60)]]];

    const { names, asked } = await read(keptList(ids), [[first, second], ...looks]);

    expect(asked).toEqual(['changes', 'changes', 'changes', 'changes']);
    expect(names).toEqual(expect.arrayContaining(['k9 70', 'k1 60', 'k2 50', 'k3 40', 'k0 kept']));
  });

  test.each([
    ['fills a page', [[[wire('k9', 70), wire('k8', 69)]]]],
    ['goes on moving', [70, 71, 72].map((seconds) => [[wire('k9', seconds), wire('k1', 60)]])],
  ])('takes a whole reading where it %s', async (_case, looks) => {
    const { names, asked } = await read(keptList(ids), [[first, second], ...looks]);

    expect([asked.at(-1), names]).toEqual(['all', ['w 0']]);
  });
});

describe('all is read, and kept,', () => {
  const changes = [[[wire('k1', 50), old]]];

  test.each<
    [string, KeptList | undefined, readonly (readonly Page[])[], { machine?: number; platform?: number }]
  >([
    ['where nothing was kept', undefined, [], {}],
    ['where another sandbox answers', keptList(ids, { sandbox: 'other' }), changes, {}],
    ['where the platform’s clock was set', keptList(ids), changes, { platform: 106 }],
    ['where the machine’s clock was set', keptList(ids), changes, { machine: 94 }],
    ['where both were set back', keptList(ids), changes, { machine: -1, platform: -1 }],
    ['after more than a day', keptList(ids), changes, { machine: 86_401, platform: 86_401 }],
    ['where the platform does not sort', keptList(ids), [[[wire('k1', 50), wire('k2', 60)]]], {}],
    ['where a change has no date', keptList(ids), [[[wire('k1', 50, { updated_at: null })]]], {}],
    ['where the date of a change is none', keptList(ids), [[[wire('k1', 50, { updated_at: 'today' })]]], {}],
    [
      'where there are more changes than records',
      keptList(ids),
      [[ids.flatMap((id) => Array.from({ length: 18 }, () => wire(id, 50)))]],
      {},
    ],
    ['where the platform answers no page', keptList(ids), [[]], {}],
  ])('%s', async (_case, before, lists, clocks) => {
    const { names, asked, saved } = await read(before, lists, clocks);

    expect([asked.at(-1), names]).toEqual(['all', ['w 0']]);
    const readAt = start + (clocks.platform ?? 100) * 1000;
    expect(saved).toMatchObject([{ sandbox: undefined, readAt, wholeAt: readAt, records: ['w 0'] }]);
  });

  test('from the earlier beginning on where a clock was set forward, of the same platform alone', async () => {
    const set = await read(keptList(ids), changes, { platform: 500 });
    const elsewhere = await read(keptList(ids, { sandbox: 'other' }), changes, {
      platform: 500,
      machine: 500,
    });

    expect(set.saved).toMatchObject([{ since: start, readAt: start + 500_000 }]);
    expect(elsewhere.saved).toMatchObject([{ since: start + 500_000 }]);
  });

  test('but not kept where a record has no date', async () => {
    const whole = [[wire('a', 0)], [wire('b', 0, { updated_at: null })]];

    const { names, saved } = await read(undefined, [], { whole });

    expect([names, saved]).toEqual([['a 0', 'b 0'], []]);
  });
});
