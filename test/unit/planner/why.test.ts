import { expect, test } from 'vitest';
import { createPlan } from '../../../src/planner/plan.ts';
import { type Why, whyOf } from '../../../src/planner/why.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { whyText } from '../../../src/report/why-text.ts';
import {
  audience,
  campaign,
  flexible,
  idOf,
  item,
  member,
  million,
  PlanWorld,
  tag,
} from '../../support/plan-world.ts';
import { daily, total } from '../../support/worlds/fields.ts';

function explained(world: PlanWorld, address: string): Why | undefined {
  const input = world.input();
  const { plan, waits } = createPlan(input);
  return whyOf(plan, { ...input, waits }, address);
}

function said(world: PlanWorld, address: string): string {
  const why = explained(world, address);
  return why === undefined ? '' : whyText(why, plainStyle);
}

/** Whose change each field is, by the platform's name. */
function changes(world: PlanWorld, address: string): Readonly<Record<string, string>> {
  const fields = explained(world, address)?.fields ?? [];
  return Object.fromEntries(fields.map(({ field, changed_by: by }) => [field, by]));
}

/** The operations of an address by their type, and what each waits for. */
function waits(world: PlanWorld, address: string): unknown {
  return explained(world, address)?.operations.map(({ type, waits: each }) => [type, each]);
}

test('a resource of which fields leave the document stays what it is', () => {
  const world = new PlanWorld()
    .ours(campaign('a'), { [total]: 900 * million })
    .edit(campaign('a'), { [total]: undefined });

  expect(said(world, campaign('a'))).toContain(
    'It would stay as it is, with fewer of its fields managed: the document asks for it.',
  );
  expect(said(world.removed(campaign('a'), false).without(campaign('a')), campaign('a'))).toContain(
    'It would be forgotten, and stay on the platform: let go by the document.',
  );
});

test('whose change each field is', () => {
  const world = new PlanWorld()
    .ours(campaign('a'), { [total]: 900 * million, purchase_order_number: 'PO-1' })
    .edit(campaign('a'), { [daily]: 20 * million, purchase_order_number: undefined, [total]: 800 * million })
    .outside(campaign('a'), { name: 'theirs', [total]: 700 * million, budget_optimization: undefined });

  expect(changes(world, campaign('a'))).toEqual({
    name: 'drift',
    funding_instrument_id: 'nobody',
    entity_status: 'nobody',
    budget_optimization: 'unchecked',
    [daily]: 'config',
    [total]: 'both',
    purchase_order_number: 'no_longer_managed',
  });
  expect(said(world, campaign('a'))).toContain('The document manages it no longer: it stays as it is.');
  expect(said(world, campaign('a'))).toContain('The document and the platform both changed it.');
  expect(said(world, campaign('a'))).toContain(
    'budget_optimization: declared CAMPAIGN, last applied CAMPAIGN. The platform does not show it, so it is not checked.',
  );
});

test('a moved one has its old address, and what was applied there', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'))
    .declared(campaign('new'), { name: 'old' })
    .moved([campaign('old'), campaign('new')]);

  expect(explained(world, campaign('new'))).toMatchObject({
    id: idOf(campaign('old')),
    change: { action: 'move' },
    remembered: { origin: 'created', file: 'campaigns.yaml' },
  });
  expect(said(world, campaign('new'))).toContain('It would only get another address');
  expect(said(world, campaign('new'))).toContain(`Its address was ${campaign('old')}.`);
});

test('what refers to something new waits for it', () => {
  const world = new PlanWorld().declared(audience('base')).declared(audience('mix'), {
    ...flexible,
    segments: {
      boolean_operator: 'AND',
      child_segments: [{ custom_audience_id: { id_of: audience('base') }, negate: false }],
    },
  });

  expect(explained(world, audience('mix'))?.operations).toMatchObject([
    { type: 'Create', waits: [{ for: 'reference', addresses: [audience('base')] }] },
  ]);
  expect(said(world, audience('mix'))).toContain(`one of the two refers to the other: ${audience('base')}.`);
});

test('what is declared by id and not there, and what nobody knows', () => {
  const world = new PlanWorld().declared('acme/funding_instruments/credit', {}, { id: 'gone' });

  expect(said(world, 'acme/funding_instruments/credit')).toContain('Nothing can be done as it is.');
  expect(said(world, 'acme/funding_instruments/credit')).toContain(
    'The platform can create and delete this funding instrument.\nadsync cannot update it there.',
  );
  expect(explained(world, campaign('nowhere'))).toBeUndefined();
});

test('what is long is cut, what was let go is said, and an account stands for itself', () => {
  const world = new PlanWorld().dropped(campaign('a'));
  for (let number = 1; number <= 7; number += 1) world.dropped(item('a', `x${number}`));

  expect(said(world, campaign('a'))).toContain(
    `With it go or are made anew: ${[1, 2, 3, 4, 5].map((n) => item('a', `x${n}`)).join(', ')} and 2 more.`,
  );
  expect(said(world.removed('acme/campaigns', false), campaign('a'))).toContain(
    'It would be forgotten, and stay on the platform: let go by the document.',
  );
  expect(explained(world, 'acme')).toMatchObject({ kind: 'account', change: null, live: null });
});

test('what the state knows of an account, also under another key than before', () => {
  const input = new PlanWorld().with({ movedAccounts: new Map([['acme', 'old']]) }).input();
  const known = [{ key: 'acme', rules: ['max_bid'] }];
  const { plan, waits } = createPlan(input);
  const why = whyOf(plan, { ...input, waits, knownAccounts: known }, 'acme');

  expect(why).toMatchObject({ change: { action: 'move', moved_from: 'old' }, bound: { rules: ['max_bid'] } });
  expect(explained(new PlanWorld(), 'acme')).toMatchObject({ bound: null });
});

test('what a request raises and lowers of what is bounded', () => {
  const spend = { entity_status: 'ACTIVE', [daily]: 5 * million };
  const world = new PlanWorld()
    .ours(campaign('b'), spend)
    .edit(campaign('b'), { entity_status: 'PAUSED' })
    .ours(campaign('c'), spend)
    .edit(campaign('c'), { [daily]: 6 * million });

  const loads = ['b', 'c'].map((key) => explained(world, campaign(key))?.operations);

  expect(loads).toMatchObject([
    [{ raises: [], lowers: ['active_campaigns', 'exposure USD'] }],
    [{ raises: ['exposure USD'], lowers: [] }],
  ]);
  expect(said(world, campaign('b'))).toContain(
    'lowers the number of campaigns that count against the limit and what can be spent a day in USD.',
  );
});

test('one request waits for several of its own, and for one', () => {
  const world = new PlanWorld().ours(campaign('a')).edit(campaign('a'), { name: 'Other' });
  const why = explained(world, campaign('a'));
  const lines = [[1, 3], [2]].map((steps) => {
    const waits = [{ for: 'own', steps, addresses: [campaign('a')] }] as const;
    const operations = why?.operations.map((each) => ({ ...each, waits })) ?? [];
    return why === undefined ? '' : whyText({ ...why, operations }, plainStyle);
  });

  expect(lines[0]).toContain('  It waits for steps 1 and 3: its own requests before this one.\n');
  expect(lines[1]).toContain('  It waits for step 2: its own request before this one.\n');
});

test('what takes room follows every step that frees some', () => {
  const world = new PlanWorld().ours(campaign('on')).edit(campaign('on'), { entity_status: 'ACTIVE' });
  for (let number = 1; number <= 12; number += 1)
    world
      .ours(campaign(`off${number}`), { entity_status: 'ACTIVE' })
      .edit(campaign(`off${number}`), { entity_status: 'PAUSED' });

  const [operation] = explained(world, campaign('on'))?.operations ?? [];

  expect(operation).toMatchObject({ step: 3, effect: 'claim', waits: [{ for: 'room', steps: [1, 2] }] });
  expect(operation?.waits[0]?.addresses).toEqual([campaign('off1'), campaign('off11'), campaign('off12')]);
});

test('of one that is made anew with its parent no field of the document changes', () => {
  const world = new PlanWorld()
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .edit(campaign('a'), { funding_instrument_id: 'fi2' }, { lifecycle: { allowReplace: true } });

  expect(explained(world, item('a', 'x'))).toMatchObject({ change: { action: 'replace' } });
  expect(new Set(Object.values(changes(world, item('a', 'x'))))).toEqual(new Set(['nobody']));
});

test('a record that does not say when it changed', () => {
  const world = new PlanWorld().ours(campaign('a'));
  const live = world.input().live.map((account) => ({
    ...account,
    records: account.records.map((record) => ({ ...record, updatedAt: undefined })),
  }));

  expect(explained(world.with({ live }), campaign('a'))?.live).toEqual({ updated_at: null });
  expect(said(world, campaign('a'))).toContain('\nIt is live.\n');
});

const source = { file: 'campaigns.yaml', line: 7, column: 5 };

test('each side says its own of a field, and a side that knows nothing is left out', () => {
  const fields = { name: 'a', purchase_order_number: 'PO-1', [daily]: 10 * million };
  const world = new PlanWorld()
    .ours(campaign('other'))
    .ours(campaign('a'), fields)
    .edit(
      campaign('a'),
      { [daily]: 20 * million, purchase_order_number: undefined, funding_instrument_id: 'fi2' },
      { lifecycle: { allowReplace: true } },
    )
    .outside(campaign('a'), { [daily]: 15 * million, budget_optimization: undefined });
  const input = world.input();
  const placed = {
    ...input,
    document: {
      ...input.document,
      resources: input.document.resources.map((each) => ({ ...each, fieldSources: { [daily]: source } })),
    },
  };
  const { plan, waits } = createPlan(placed);
  const of = (field: string): unknown =>
    whyOf(plan, { ...placed, waits }, campaign('a'))?.fields.find((each) => each.field === field);

  expect(of(daily)).toStrictEqual({
    field: daily,
    declared: 20 * million,
    live: 15 * million,
    applied: 10 * million,
    source,
    changed_by: 'both',
    in_place: true,
  });
  expect(of('budget_optimization')).toStrictEqual({
    field: 'budget_optimization',
    declared: 'CAMPAIGN',
    applied: 'CAMPAIGN',
    source: null,
    changed_by: 'unchecked',
    in_place: true,
  });
  expect(of('purchase_order_number')).toStrictEqual({
    field: 'purchase_order_number',
    live: 'PO-1',
    applied: 'PO-1',
    source: null,
    changed_by: 'no_longer_managed',
    in_place: true,
  });
  expect(of('funding_instrument_id')).toMatchObject({ changed_by: 'config', in_place: false });
});

test('of a new one each field is sent, and nothing is live or applied', () => {
  const world = new PlanWorld().declared(campaign('a'));
  const fields = explained(world, campaign('a'))?.fields ?? [];

  expect(new Set(Object.values(changes(world, campaign('a'))))).toEqual(new Set(['new']));
  expect(fields[0]).toStrictEqual({
    field: 'name',
    declared: 'a',
    source: null,
    changed_by: 'new',
    in_place: true,
  });
});

test('what nothing changes about has its own record and its own entry, and that record says the currency', () => {
  const world = new PlanWorld()
    .foreign('line_item', 'a', { campaign_id: 'theirs', currency: 'EUR' })
    .dropped(campaign('first'), {}, { origin: 'adopted', file: 'first.yaml' })
    .ours(campaign('a'))
    .outside(campaign('a'), { currency: 'JPY' })
    .ours(tag('a', 'x', 't'))
    .outside(tag('a', 'x', 't'), { currency: undefined });

  expect(explained(world, campaign('a'))).toMatchObject({
    id: 'a',
    change: null,
    currency: 'JPY',
    remembered: { origin: 'created', file: 'campaigns.yaml' },
    platform_can: { create: true, update: true, delete: true },
  });
  expect(explained(world, tag('a', 'x', 't'))).toMatchObject({
    currency: null,
    platform_can: { create: true, update: true, delete: true },
  });
  expect(explained(world, 'acme')?.currency).toBeNull();
});

test('what the state does not know is live as the document or a set has it', () => {
  const theirs = { targeting_type: 'LOCATION', operator_type: 'EQ', targeting_value: 'x1' };
  const world = new PlanWorld()
    .declared(campaign('a'))
    .foreign('campaign', '8wku2', { name: 'a' })
    .ours(campaign('b'))
    .ours(item('b', 'x'))
    .foreign('targeting_criterion', 't1', { ...theirs, line_item_id: 'b.x' })
    .declared(campaign('given'), {}, { id: '9xlv3' })
    .foreign('campaign', '9xlv3');
  const live = { updated_at: '2026-11-01T00:00:00Z' };

  expect(explained(world, campaign('a'))).toMatchObject({ id: '8wku2', remembered: null, live });
  expect(explained(world, member('b', 'x', 'LOCATION:EQ:x1'))).toMatchObject({
    id: 't1',
    declared: null,
    live,
  });
  expect(explained(world, campaign('given'))).toMatchObject({ id: '9xlv3', change: null, live });
});

test('what is refused about another address is not told', () => {
  const world = new PlanWorld()
    .declared(campaign('a'), { name: 'A' })
    .foreign('campaign', '8wku2', { name: 'A' })
    .declared(campaign('b'));

  expect(explained(world, campaign('a'))?.violations).toMatchObject([
    { rule: 'adopt', address: campaign('a') },
  ]);
  expect(explained(world, campaign('b'))?.violations).toEqual([]);
});

const place = 'LOCATION:EQ:96683cc9126741d1';

test('what is made anew waits for its own going, for what stands in it and for what it stands in', () => {
  const world = new PlanWorld()
    .ours(campaign('a'))
    .ours(item('a', 'x'))
    .ours(member('a', 'x', place))
    .edit(campaign('a'), { funding_instrument_id: 'fi2' }, { lifecycle: { allowReplace: true } });

  expect(waits(world, campaign('a'))).toEqual([
    ['Delete', [{ for: 'beneath', steps: [2], addresses: [item('a', 'x')] }]],
    ['Create', [{ for: 'own', steps: [3], addresses: [campaign('a')] }]],
  ]);
  expect(waits(world, item('a', 'x'))).toEqual([
    ['Delete', [{ for: 'beneath', steps: [1], addresses: [member('a', 'x', place)] }]],
    [
      'Create',
      [
        { for: 'own', steps: [2], addresses: [item('a', 'x')] },
        { for: 'parent', steps: [4], addresses: [campaign('a')] },
      ],
    ],
  ]);
});

test('one waits for what it stands in, not for what others of its request stand in', () => {
  const world = new PlanWorld();
  for (let number = 10; number <= 20; number += 1) world.declared(campaign(`c${number}`));
  world.declared(item('c10', 'x')).declared(item('c20', 'y'));

  expect(explained(world, item('c10', 'x'))?.operations).toEqual([
    {
      step: 3,
      type: 'Create',
      effect: 'neutral',
      raises: [],
      lowers: [],
      waits: [{ for: 'parent', steps: [1], addresses: [campaign('c10')] }],
      until_usable: [],
    },
  ]);
  expect(waits(world, item('c20', 'y'))).toEqual([
    ['Create', [{ for: 'parent', steps: [2], addresses: [campaign('c20')] }]],
  ]);
});

const instrument = 'acme/funding_instruments/fi';

test('what takes room may wait for what it refers to, and what frees some may be waited for by what it refers to', () => {
  const paidBy = { funding_instrument_id: { id_of: instrument } };
  const comes = new PlanWorld()
    .limits({ count: 'not_deleted' })
    .declared(instrument, { start_time: '2026-02-01T00:00:00Z' })
    .declared(campaign('a'), paidBy);
  const goes = new PlanWorld()
    .dropped(instrument, { start_time: '2026-02-01T00:00:00Z' })
    .dropped(campaign('a'), { funding_instrument_id: 'fi', entity_status: 'ACTIVE' });

  expect(explained(comes, campaign('a'))?.operations).toMatchObject([
    { effect: 'claim', waits: [{ for: 'reference', steps: [1], addresses: [instrument] }] },
  ]);
  expect(explained(goes, campaign('a'))?.operations).toMatchObject([{ effect: 'release' }]);
  expect(explained(goes, instrument)?.operations).toMatchObject([
    { effect: 'neutral', waits: [{ for: 'reference', steps: [1], addresses: [campaign('a')] }] },
  ]);
});
