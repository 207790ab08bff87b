import { expect, test } from 'vitest';
import { createPlan } from '../../src/planner/plan.ts';
import { type Why, whyOf } from '../../src/planner/why.ts';
import { plainStyle } from '../../src/report/style.ts';
import { whyText } from '../../src/report/why-text.ts';
import { audience, campaign, daily, flexible, idOf, item, million, PlanWorld, total } from './plan-world.ts';

function explained(world: PlanWorld, address: string): Why | undefined {
  const input = world.input();
  return whyOf(createPlan(input).plan, input, address);
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
