import { expect, test } from 'vitest';
import { selectionFrom } from '../../../src/planner/graph/selection-data.ts';
import { planDifferences } from '../../../src/planner/result/plan-differences.ts';
import type { Calendar, Plan } from '../../../src/schemas/plan.ts';
import type { Value } from '../../../src/schemas/values.ts';
import { audience, campaign, item, member, million, PlanWorld } from '../../support/plan-world.ts';
import { bid, daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const old = campaign('old');

/** One campaign of ours that is raised, one that goes with all beneath it, and things of others. */
function world(): PlanWorld {
  return new PlanWorld()
    .ours(sale, { entity_status: 'ACTIVE' })
    .edit(sale, { [daily]: 12 * million })
    .ours(item('sale', 'x'))
    .dropped(old)
    .dropped(item('old', 'x'))
    .foreign('campaign', 'running', { entity_status: 'ACTIVE', [daily]: 5 * million })
    .foreign('campaign', 'resting', { [daily]: 5 * million })
    .foreign('campaign', 'items', { entity_status: 'ACTIVE', budget_optimization: 'LINE_ITEM' })
    .foreign('line_item', 'l1', { campaign_id: 'items', entity_status: 'ACTIVE', [daily]: 2 * million })
    .foreign('line_item', 'l2', { campaign_id: 'items', [daily]: 2 * million });
}

/** The differences between two plans, a line each. */
function told(then: Plan, now: Plan, sameKey = true): readonly string[] {
  return planDifferences(then, now, { sameKey }).map(
    ({ address, field, earlier: left, now: right }) => `${address} ${field}: ${text(left)} -> ${text(right)}`,
  );
}

function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '-');
}

test('planning the same twice makes no difference, whenever and from whatever file', () => {
  const now = world().with({ createdAt: '2026-11-21T00:00:00Z', paths: ['other'], journal: 99 });

  expect(told(world().plan(), now.plan())).toEqual([]);
});

const running = (id: string, fields: Readonly<Record<string, Value>>): PlanWorld =>
  world().foreign('campaign', id, { entity_status: 'ACTIVE', [daily]: 5 * million, ...fields });
const lineItem = (id: string, fields: Readonly<Record<string, Value>>): PlanWorld =>
  world().foreign('line_item', id, { campaign_id: 'items', [daily]: 2 * million, ...fields });
const swapped =
  'acme what can spend: what the plan counted -> other campaigns or line items, or other budgets and times of them, with equal figures';

test.each<readonly [name: string, PlanWorld, unknown]>([
  ['a campaign of others that rests', running('new', { entity_status: 'PAUSED' }), []],
  ['a name', running('running', { name: 'Another' }), []],
  ['the bid of what runs', lineItem('l1', { entity_status: 'ACTIVE', [bid]: 9 }), []],
  [
    'a line item that runs beneath nothing that runs',
    lineItem('l3', { campaign_id: 'resting', entity_status: 'ACTIVE' }),
    [],
  ],
  [
    'one campaign for an equal one',
    running('running', { entity_status: 'PAUSED' }).foreign('campaign', 'resting', {
      entity_status: 'ACTIVE',
      [daily]: 5 * million,
    }),
    [swapped],
  ],
  [
    'one line item for an equal one',
    lineItem('l1', {}).foreign('line_item', 'l2', {
      campaign_id: 'items',
      entity_status: 'ACTIVE',
      [daily]: 2 * million,
    }),
    [swapped],
  ],
  [
    'amounts that even out',
    running('running', { [daily]: 4 * million }).foreign('line_item', 'l1', {
      campaign_id: 'items',
      entity_status: 'ACTIVE',
      [daily]: 3 * million,
    }),
    [
      `acme live spending on 2026-11-20: ${5 * million} -> ${4 * million}`,
      `acme spending on 2026-11-20 after the plan: ${5 * million} -> ${4 * million}`,
    ],
  ],
  [
    'a total budget of what runs',
    running('running', { total_budget_amount_local_micro: 90 * million }),
    [`acme committed after the plan: without an end -> ${510 * million}`],
  ],
  [
    'what hangs on what goes',
    lineItem('l3', { campaign_id: 'old' }),
    [`${old} hangs on it: - -> line_item l3`],
  ],
  [
    'what hangs no longer on what goes',
    world().vanish(item('old', 'x')),
    [
      `${old} goes along: ${item('old', 'x')} -> -`,
      `${old} hangs on it: line_item old.x -> -`,
      `${item('old', 'x')} what the plan does: delete -> nothing`,
    ],
  ],
  [
    'the value that a change starts from, and its cause',
    world().outside(sale, { [daily]: 11 * million }),
    [
      `${sale} ${daily}: ${10 * million} -> ${11 * million}`,
      `acme live spending a day: ${17 * million} -> ${18 * million}`,
      `acme live spending on 2026-12-01: ${17 * million} -> ${18 * million}`,
    ],
  ],
  [
    'the value that a change leads to',
    world().edit(sale, { [daily]: 13 * million }),
    [
      `${sale} ${daily}: ${12 * million} -> ${13 * million}`,
      `acme spending a day after the plan: ${19 * million} -> ${20 * million}`,
      `acme spending a day at most on the way: ${19 * million} -> ${20 * million}`,
      `acme spending on 2026-12-01 after the plan: ${19 * million} -> ${20 * million}`,
    ],
  ],
  ['a further value that is changed', world().edit(sale, { name: 'Sale 2' }), [`${sale} name: - -> Sale 2`]],
  [
    'something new',
    world().declared(campaign('new')),
    [`${campaign('new')} what the plan does: nothing -> create`],
  ],
  [
    'another currency',
    running('new', { currency: 'EUR' }).foreign('campaign', 'running', {
      [daily]: 5 * million,
    }),
    [
      `acme live spending a day: ${17 * million} -> ${12 * million}`,
      `acme spending a day after the plan: ${19 * million} -> ${14 * million}`,
      `acme spending a day at most on the way: ${19 * million} -> ${14 * million}`,
      `acme live spending on 2026-11-20: ${5 * million} -> 0`,
      `acme spending on 2026-11-20 after the plan: ${5 * million} -> 0`,
      `acme committed after the plan: without an end -> ${420 * million}`,
      'acme spending USD committed until: without an end -> 2026-12-30',
      `acme live spending a day: 0 -> ${5 * million}`,
      `acme spending a day after the plan: 0 -> ${5 * million}`,
      `acme spending a day at most on the way: 0 -> ${5 * million}`,
      'acme spending EUR day by day: not told -> told',
    ],
  ],
  [
    'a cap that is gone',
    running('running', { [daily]: null }),
    anyLike(/spending USD without a daily cap after the plan: 0 -> 1/),
  ],
  ['a limit', world().limits({ activeCampaigns: 7 }), ['acme limit of campaigns: 200 -> 7']],
  [
    'a limit that is new',
    world().limits({ lineItems: 7 }),
    ['acme line items under the limit: not counted -> counted'],
  ],
  [
    'campaigns that were not read',
    world().unread('campaign'),
    ['acme campaigns under the limit: counted -> not counted', 'acme spending a day: counted -> not counted'],
  ],
  ['an account more', world().ours('beta/campaigns/x'), ['beta figures: not counted -> counted']],
])('what differs from a saved plan: %s', (_name, now, expected) => {
  expect(told(world().plan(), now.plan())).toEqual(expected);
});

function anyLike(pattern: RegExp): unknown {
  const matcher: unknown = expect.arrayContaining([expect.stringMatching(pattern)]);
  return matcher;
}

/** The plan of a document with another text. */
const edited = (told: PlanWorld): PlanWorld => told.document({ digest: 'sha256:1' });
const status = 'entity_status';

/** A running line item with another name, from whose set so many members go. */
function restricted(members: number): PlanWorld {
  const told = new PlanWorld().ours(sale).ours(item('sale', 'x'), { [status]: 'ACTIVE' });
  for (let number = 0; number < members; number += 1)
    told.foreign('targeting_criterion', `t${number}`, { line_item_id: 'sale.x', targeting_value: number });
  return told.edit(item('sale', 'x'), { name: 'Other' }, { sets: ['targeting_criterion'] });
}

test.each<readonly [name: string, then: PlanWorld, now: PlanWorld, line: string]>([
  [
    'that somebody changed on the platform',
    world(),
    world().outside(sale, { [status]: 'PAUSED' }),
    `${sale} ${status}: ACTIVE -> PAUSED`,
  ],
  [
    'that the document has changed since',
    world(),
    edited(world().edit(sale, { name: 'Sale 2' })),
    `${sale} name: - -> Sale 2, left alone earlier, else from sale`,
  ],
  [
    'that is by now what it was to become',
    world().edit(sale, { name: 'Sale 2' }),
    world().edit(sale, { name: 'Sale 2' }).outside(sale, { name: 'Sale 2' }),
    `${sale} name: sale -> Sale 2`,
  ],
  [
    'that the document changes no longer',
    world().edit(sale, { name: 'Sale 2' }),
    edited(world()),
    `${sale} name: Sale 2 -> -, left alone now, else from sale`,
  ],
  [
    'that was only to be paused on the way',
    restricted(5),
    restricted(1),
    `${item('sale', 'x')} ${status}: - -> -, left alone now, else from ACTIVE`,
  ],
  [
    'that a creation sets by now',
    world().declared(campaign('new'), { [daily]: null }),
    world().declared(campaign('new'), { [daily]: million }),
    `${campaign('new')} ${daily}: - -> ${million}`,
  ],
  [
    'that a creation sets no longer',
    world().declared(campaign('new'), { [daily]: million }),
    world().declared(campaign('new'), { [daily]: null }),
    `${campaign('new')} ${daily}: ${million} -> -`,
  ],
])('a field %s is told by what it was and is', (_name, then, later, line) => {
  const [first] = planDifferences(then.plan(), later.plan(), { sameKey: true }).map(
    ({ address, field, earlier: left, now: right, onlyOne }) => {
      const alone = onlyOne && `, left alone ${onlyOne.leaves}, else from ${text(onlyOne.from)}`;
      return `${address} ${field}: ${text(left)} -> ${text(right)}${alone ?? ''}`;
    },
  );

  expect(first).toBe(line);
});

test('a creation with another value, and a currency that is gone, are differences', () => {
  const then = world().declared(campaign('new'), { [daily]: 1 * million });
  const now = world().declared(campaign('new'), { [daily]: 2 * million });
  const euros = running('new', { currency: 'EUR' });

  expect(told(then.plan(), now.plan())).toEqual([
    `${campaign('new')} ${daily}: ${million} -> ${2 * million}`,
  ]);
  expect(told(euros.plan(), world().plan())).toContain(`acme live spending a day: ${5 * million} -> 0`);
});

test('a plan records what it is limited to, so that the same can be planned again', () => {
  const limits = { targets: [sale], excludes: [old], touched: new Set([sale, campaign('b'), campaign('a')]) };
  const limited = world()
    .with({ ...limits, account: 'acme' })
    .plan();

  expect(world().plan().selection).toEqual({ targets: [], excludes: [] });
  expect(limited.selection).toEqual({
    account: 'acme',
    targets: [sale],
    excludes: [old],
    touched: [campaign('a'), campaign('b'), sale],
  });
  const selection = limited.selection === undefined ? {} : selectionFrom(limited.selection);
  expect(
    world()
      .with({ ...selection, account: 'acme' })
      .plan(),
  ).toEqual(limited);
  expect(selectionFrom({ targets: [], excludes: [sale] })).toEqual({ targets: [], excludes: [sale] });
});

const paused = (active: string): PlanWorld =>
  new PlanWorld()
    .ours(sale, { budget_optimization: 'LINE_ITEM', [daily]: null })
    .edit(sale, { entity_status: 'ACTIVE' })
    .foreign('line_item', 'l1', { campaign_id: 'sale', [daily]: 2 * million })
    .foreign('line_item', 'l2', { campaign_id: 'sale', [daily]: 2 * million })
    .foreign('line_item', active, { campaign_id: 'sale', entity_status: 'ACTIVE', [daily]: 2 * million });

test('what can spend after the plan counts, though it cannot before', () => {
  expect(told(paused('l1').plan(), paused('l2').plan())).toEqual([swapped]);
});

const alone = (active: string): PlanWorld =>
  ['l1', 'l2'].reduce(
    (told, id) =>
      told.foreign('line_item', id, {
        campaign_id: 'elsewhere',
        entity_status: id === active ? 'ACTIVE' : 'PAUSED',
      }),
    new PlanWorld().ours(sale).edit(sale, { [daily]: 11 * million }),
  );

test('a line item whose campaign was not read counts by its own status', () => {
  expect(told(alone('l1').plan(), alone('l2').plan())).toEqual([swapped]);
});

const going = (): PlanWorld =>
  new PlanWorld()
    .dropped(audience('buyers'))
    .foreign('line_item', 'l1', { campaign_id: 'running' })
    .foreign('campaign', 'running');
const now = going().foreign('targeting_criterion', 't1', {
  line_item_id: 'l1',
  targeting_type: 'CUSTOM_AUDIENCE',
  targeting_value: 'buyers',
});

test('what refers to what goes hangs on it, whatever stands between', () => {
  expect(now.plan().changes[0]?.beneath).toEqual([{ kind: 'targeting_criterion', id: 't1' }]);
  expect(told(going().plan(), now.plan())).toEqual([
    `${audience('buyers')} hangs on it: - -> targeting_criterion t1`,
  ]);
});

test('what hangs on what goes is listed by kind and id, at any depth', () => {
  const { changes } = new PlanWorld()
    .dropped(old)
    .dropped(item('old', 'x'))
    .dropped(member('old', 'x', 'LOCATION:EQ:1'))
    .foreign('line_item', 'b', { campaign_id: 'old' })
    .foreign('line_item', 'a', { campaign_id: 'old' })
    .foreign('targeting_criterion', 't', { line_item_id: 'a' })
    .plan();

  expect(
    changes.find(({ address }) => address === old)?.beneath?.map(({ kind, id }) => `${kind} ${id}`),
  ).toEqual([
    'line_item a',
    'line_item b',
    'line_item old.x',
    'targeting_criterion old.x.LOCATION:EQ:1',
    'targeting_criterion t',
  ]);
});

const idle = (): PlanWorld => new PlanWorld().ours(sale);

test('a plan with nothing to do differs from none with nothing to do', () => {
  expect(told(idle().plan(), idle().foreign('campaign', 'new', { entity_status: 'ACTIVE' }).plan())).toEqual(
    [],
  );
});

test('other requests for the same changes are a difference', () => {
  const plan = world().plan();
  const [first, ...rest] = plan.steps;
  if (first === undefined) throw new Error('the plan has no request');
  const last = plan.steps.length;

  expect(told(plan, { ...plan, steps: [{ ...first, after: [9] }, ...rest] })).toEqual([
    `${first.operations[0]?.address} request 1 after: [] -> [9]`,
  ]);
  expect(told(plan, { ...plan, steps: plan.steps.slice(0, -1) })).toEqual([
    `${plan.steps.at(-1)?.operations[0]?.address} request ${last}: ${plan.steps.at(-1)?.method} ${plan.steps.at(-1)?.path} -> -`,
  ]);
  expect(told({ ...plan, steps: [] }, { ...plan, steps: [{ ...first, operations: [] }] })).toEqual([
    ` request 1: - -> ${first.method} ${first.path}`,
  ]);
});

test('digests of another key are no difference, and those of one key are', () => {
  const plan = world().plan();
  const sealed = (digest: string, more: Value = 1): Plan => ({
    ...plan,
    changes: plan.changes.map((change) => ({
      ...change,
      after: {
        ...change.after,
        email: { digest: `hmac-sha256:${digest}` },
        list: [{ in: digest === '' }, more],
      },
    })),
  });

  expect(told(sealed('a'), sealed('b'), false)).toEqual([]);
  expect(told(sealed('a'), sealed('b'))).toHaveLength(plan.changes.length);
  expect(told(sealed('a'), sealed('b', 2), false)).toHaveLength(plan.changes.length);
  expect(told(sealed('a'), plan, false)).toHaveLength(2 * plan.changes.length);
});

test('a plan in an older format says nothing of what can spend, nor does another one of it', () => {
  const { selection: _selection, basis, ...older } = world().plan();
  const { spending: _spending, ...rest } = basis;

  expect(told({ ...older, basis: rest }, world().plan())).toEqual([]);
  expect(told(world().plan(), { ...world().plan(), basis: rest })).toEqual([swapped]);
});

const calendar: Calendar = {
  today: 10,
  highest: 30,
  highest_on: '2026-12-01',
  committed: 1000,
  until: '2026-12-31',
  days: [
    { from: '2026-11-20', before: 5, after: 10 },
    { from: '2026-11-22', before: 10, after: 20 },
    { from: '2026-12-01', before: 10, after: 30 },
    { from: '2027-01-01', before: 0, after: 0 },
  ],
};

/** A plan with an exposure of its own. */
function counted(days: Calendar | undefined, figures = [10, 30, 30]): Plan {
  const [before = 0, after = 0, peak = 0] = figures;
  const exposure = { before, after, peak, uncapped: 0, ...(days === undefined ? {} : { calendar: days }) };
  return {
    ...world().plan(),
    budget: { acme: { active_campaigns: null, exposure: { USD: exposure } } },
  };
}

test.each<readonly [name: string, Calendar | undefined, Plan, readonly string[]]>([
  ['the same', calendar, counted(calendar), []],
  [
    'none that tells of days',
    undefined,
    counted(calendar),
    ['acme spending USD day by day: not told -> told'],
  ],
  ['one that does not', calendar, counted(undefined), ['acme spending USD day by day: told -> not told']],
  [
    'a highest day that rose',
    calendar,
    counted(
      {
        ...calendar,
        highest: 31,
        days: calendar.days.map((day) => (day.from === '2026-12-01' ? { ...day, after: 31 } : day)),
      },
      [10, 31, 31],
    ),
    [
      'acme spending a day after the plan: 30 -> 31',
      'acme spending a day at most on the way: 30 -> 31',
      'acme spending on 2026-12-01 after the plan: 30 -> 31',
    ],
  ],
  [
    'a day that fell',
    calendar,
    counted({ ...calendar, days: calendar.days.map((day) => ({ ...day, before: 0 })) }, [0, 30, 30]),
    ['acme live spending a day: 10 -> 0', 'acme live spending on 2026-11-20: 5 -> 0'],
  ],
  [
    'a start that was moved to a later day',
    calendar,
    counted({ ...calendar, days: calendar.days.slice(1) }),
    ['acme live spending on 2026-11-20: 5 -> 0', 'acme spending on 2026-11-20 after the plan: 10 -> 0'],
  ],
  [
    'a total that changed',
    calendar,
    counted({ ...calendar, committed: 980 }),
    ['acme committed after the plan: 1000 -> 980'],
  ],
  [
    'an end that was taken away',
    calendar,
    counted({ ...calendar, committed: null, until: null }),
    [
      'acme committed after the plan: 1000 -> without an end',
      'acme spending USD committed until: 2026-12-31 -> without an end',
    ],
  ],
  [
    'an end that was set',
    { ...calendar, committed: null, until: null },
    counted(calendar),
    [
      'acme committed after the plan: without an end -> 1000',
      'acme spending USD committed until: without an end -> 2026-12-31',
    ],
  ],
  [
    'a total that has grown too large to be counted',
    calendar,
    counted({ ...calendar, committed: null, committed_too_large: true }),
    ['acme committed after the plan: 1000 -> more than adsync can count'],
  ],
  [
    'nothing that is committed any more',
    calendar,
    counted({ ...calendar, committed: 0, until: null }),
    ['acme committed after the plan: 1000 -> 0', 'acme spending USD committed until: 2026-12-31 -> no day'],
  ],
])('the calendar of a plan that is made again: %s', (_name, then, now, expected) => {
  expect(told(counted(then), now)).toEqual(expected);
});

/** A line item that spends for some days, and another one that begins when the first one ends; both are raised. */
function flights(): PlanWorld {
  const spending = { entity_status: 'ACTIVE', [daily]: 5 * million };
  const perItem = { entity_status: 'ACTIVE', budget_optimization: 'LINE_ITEM', [daily]: null };
  return new PlanWorld()
    .ours(sale, perItem)
    .ours(item('sale', 'x'), {
      ...spending,
      start_time: '2026-11-21T00:00:00Z',
      end_time: '2026-11-25T00:00:00Z',
    })
    .ours(item('sale', 'y'), {
      ...spending,
      start_time: '2026-11-25T00:00:00Z',
      end_time: '2026-12-01T00:00:00Z',
    })
    .edit(item('sale', 'x'), { [daily]: 9 * million })
    .edit(item('sale', 'y'), { [daily]: 8 * million });
}

/** The plan of a world as it is read at a time, counted from another time where that is given. */
function planAt(world: PlanWorld, time: string, countedFrom?: string): Plan {
  const input = world.input();
  const live = input.live.map((account) => ({ ...account, readAt: Date.parse(time) }));
  return world.with({ live, createdAt: time, ...(countedFrom === undefined ? {} : { countedFrom }) }).plan();
}

const saved = '2026-11-20T10:00:00Z';

test.each(['2026-11-20T23:59:59Z', '2026-11-24T10:00:00Z', '2026-11-28T10:00:00Z', '2027-02-01T00:00:00Z'])(
  'what passed until %s makes no difference to a plan that is counted from where it was saved',
  (time) => {
    const then = planAt(flights(), saved);

    expect(told(then, planAt(flights(), time, saved))).toEqual([]);
    // Counted from its own time, it does so from the next day on.
    const isSameDay = time.startsWith('2026-11-20');
    expect(told(then, planAt(flights(), time)).length === 0).toBe(isSameDay);
  },
);

test('days later, what somebody changed meanwhile is still a difference', () => {
  const then = planAt(flights(), saved);
  const changed = flights().foreign('campaign', 'new', { entity_status: 'ACTIVE', [daily]: 5 * million });

  expect(told(then, planAt(changed, '2026-11-28T10:00:00Z', saved))).toContain(
    'acme spending a day after the plan: 9000000 -> 14000000',
  );
});
