import { expect, test } from 'vitest';
import { plainText } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, refused, sent, tag, told } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');

/** An ACTIVE campaign of ours with a line item and a tag, and the document changes who pays for it. */
function otherInstrument(): PlanWorld {
  return new PlanWorld()
    .ours(sale, { entity_status: 'ACTIVE' })
    .ours(item('sale', 'x'), { entity_status: 'ACTIVE' })
    .ours(tag('sale', 'x', 't'))
    .edit(sale, { funding_instrument_id: 'fi2' });
}

test('a campaign that another instrument pays for is made anew, with everything beneath', () => {
  const plan = otherInstrument().plan();

  expect(told(plan)).toEqual([
    `replace ${sale} (config)`,
    `replace ${item('sale', 'x')} (config)`,
    `replace ${tag('sale', 'x', 't')} (config)`,
  ]);
  expect(plan.violations).toEqual([]);
  expect(plan.changes[0]).toMatchObject({
    irreversible: true,
    takes_along: [item('sale', 'x'), tag('sale', 'x', 't')],
    reason: 'funding_instrument cannot be updated',
    before: { funding_instrument_id: 'fi1' },
    after: { funding_instrument_id: 'fi2' },
  });
  expect(plan.changes[0]?.precondition).toMatchObject({
    name: 'sale',
    funding_instrument_id: 'fi1',
    [daily]: 10 * million,
  });
  expect(plan.changes.map(({ takes_along }) => takes_along?.length ?? 0)).toEqual([2, 1, 0]);
  expect(plan.summary).toMatchObject({ replace: 3, create: 0, delete: 0 });
});

test('it is paused before anything beneath goes, gone from the bottom up, and switched on last', () => {
  const operations = otherInstrument()
    .plan()
    .steps.flatMap(({ operations }) =>
      operations.map((each) => ({ ...each, status: plainText(each.params['entity_status'] ?? '') })),
    );
  const order = operations.map(({ operation_type: type, address, status }) =>
    `${type} ${address} ${status}`.trim(),
  );
  const place = (line: string): number => order.indexOf(line);

  expect(order[0]).toBe(`Update ${sale} PAUSED`);
  expect(order.at(-1)).toBe(`Update ${sale} ACTIVE`);
  expect(place(`Update ${item('sale', 'x')} PAUSED`)).toBeLessThan(place(`Delete ${tag('sale', 'x', 't')}`));
  expect(place(`Delete ${tag('sale', 'x', 't')}`)).toBeLessThan(place(`Delete ${item('sale', 'x')}`));
  expect(place(`Delete ${item('sale', 'x')}`)).toBeLessThan(place(`Delete ${sale}`));
  expect(place(`Delete ${sale}`)).toBeLessThan(place(`Create ${sale} PAUSED`));
  expect(place(`Create ${sale} PAUSED`)).toBeLessThan(place(`Create ${item('sale', 'x')} PAUSED`));
  expect(place(`Create ${item('sale', 'x')} PAUSED`)).toBeLessThan(place(`Create ${tag('sale', 'x', 't')}`));
  expect(place(`Create ${tag('sale', 'x', 't')}`)).toBeLessThan(place(`Update ${item('sale', 'x')} ACTIVE`));
  expect(order).toHaveLength(10);
});

test('what is made anew has no id yet, and what it stands in is known by address', () => {
  const operations = otherInstrument()
    .plan()
    .steps.flatMap(({ operations }) => operations);

  expect(
    operations
      .filter(({ address }) => address === item('sale', 'x'))
      .map(({ operation_type, id }) => [operation_type, id]),
  ).toEqual([
    ['Update', 'sale.x'],
    ['Delete', 'sale.x'],
    ['Create', null],
    ['Update', null],
  ]);
  expect(
    operations.find(
      ({ address, operation_type }) => address === item('sale', 'x') && operation_type === 'Create',
    )?.params,
  ).toMatchObject({
    campaign_id: { id_of: sale },
    entity_status: 'PAUSED',
  });
});

test('a line item made anew leaves its campaign as it is, while another runs on the same days', () => {
  const plan = new PlanWorld()
    .ours(sale, { entity_status: 'ACTIVE' })
    .ours(item('sale', 'x'))
    .ours(item('sale', 'y'))
    .edit(item('sale', 'x'), { placements: ['TWITTER_TIMELINE'] })
    .plan();

  expect(sent(plan)).toEqual([
    `neutral: Delete ${item('sale', 'x')}`,
    `neutral: Create ${item('sale', 'x')} PAUSED`,
  ]);
  expect(plan.changes[0]?.takes_along).toBeUndefined();
});

test('the only line item is made anew while its campaign is paused, which would spend on any day without it', () => {
  const plan = new PlanWorld()
    .ours(sale, { entity_status: 'ACTIVE' })
    .ours(item('sale', 'x'))
    .edit(item('sale', 'x'), { placements: ['TWITTER_TIMELINE'] })
    .plan();

  expect(sent(plan)).toEqual([
    `release: Update ${sale} PAUSED`,
    `neutral: Delete ${item('sale', 'x')}`,
    `neutral: Create ${item('sale', 'x')} PAUSED`,
    `claim: Update ${sale} ACTIVE`,
  ]);
});

test('what prevent_destroy protects is not made anew, whatever takes it along', () => {
  const protectedTag = otherInstrument().edit(
    tag('sale', 'x', 't'),
    {},
    { lifecycle: { preventDestroy: true } },
  );

  expect(refused(protectedTag.plan())).toEqual([
    `prevent_destroy ${tag('sale', 'x', 't')}: is protected by prevent_destroy, and the plan would replace it`,
  ]);
});

test('a removed campaign and an unrelated added one are one delete and one create, never an update', () => {
  const plan = new PlanWorld().dropped(campaign('old')).declared(campaign('new')).plan();

  expect(told(plan)).toEqual([`create ${campaign('new')} (config)`, `delete ${campaign('old')} (config)`]);
  expect(plan.violations).toEqual([]);
  expect(
    plan.steps.flatMap(({ operations }) => operations.map(({ operation_type: type }) => type)).sort(),
  ).toEqual(['Create', 'Delete']);
});

test('the same name under a new key is refused with the line of moved to paste', () => {
  const world = new PlanWorld()
    .dropped(campaign('old'), { name: 'Sale' })
    .declared(campaign('new'), { name: 'Sale' });

  const plan = world.plan();

  expect(refused(plan)).toEqual([
    `rename ${campaign('new')}: would be created, and ${campaign('old')} of the same name deleted: this looks like a new key for the same campaign`,
  ]);
  expect(plan.violations[0]).toMatchObject({
    override: `--allow-recreate ${campaign('new')}`,
    remedy: `If it is the same campaign, add to the document: moved: [{ from: ${campaign('old')}, to: ${campaign('new')} }]`,
  });
  expect(world.consent({ allowRecreate: [campaign('new')] }).plan().violations).toEqual([]);
});

test('a line item with a new key in the same campaign is a rename too, in another campaign it is not', () => {
  const world = new PlanWorld()
    .ours(sale)
    .ours(campaign('other'))
    .dropped(item('sale', 'old'), { name: 'X' });

  expect(refused(world.declared(item('sale', 'new'), { name: 'X' }).plan())).toHaveLength(1);
  expect(
    refused(
      world.declared(item('sale', 'new'), { name: 'Y' }).declared(item('other', 'x'), { name: 'X' }).plan(),
    ),
  ).toEqual([]);
});

test('a name that another one has, which stays, is no rename', () => {
  const twins = new PlanWorld()
    .ours(campaign('a'), { name: 'Sale' })
    .declared(campaign('b'), { name: 'Sale' });
  const oneGoes = new PlanWorld()
    .ours(campaign('a'), { name: 'Sale' })
    .dropped(campaign('b'), { name: 'Sale' });

  expect(refused(twins.plan())).toEqual([]);
  expect(refused(oneGoes.plan())).toEqual([]);
});

test('what does not show all of its name is taken for no rename', () => {
  const credit = 'acme/funding_instruments/credit';
  const plan = new PlanWorld()
    .dropped(campaign('old'), { name: 'Sale' })
    .outside(campaign('old'), { funding_instrument_id: null })
    .declared(credit, { currency: 'EUR' })
    .declared(campaign('new'), { name: 'Sale', funding_instrument_id: { id_of: credit } })
    .plan();

  expect(refused(plan)).toEqual([]);
});

test('a child that its parent took along and that has a new key names where it really was', () => {
  const plan = new PlanWorld()
    .dropped(campaign('old'), { name: 'Sale' })
    .dropped(item('old', 'x'), { name: 'X' })
    .declared(campaign('new'), { name: 'Sale' })
    .declared(item('new', 'y'), { name: 'X' })
    .moved([campaign('old'), campaign('new')])
    .plan();

  expect(plan.violations[0]?.remedy).toContain(
    `moved: [{ from: ${item('old', 'x')}, to: ${item('new', 'y')} }]`,
  );
});

test('a field of what exists by id that cannot be changed is refused with the reason', () => {
  const plan = new PlanWorld()
    .declared('acme/funding_instruments/credit', { currency: 'EUR' }, { id: 'fi1' })
    .plan();

  expect(refused(plan)).toEqual([
    'unchangeable acme/funding_instruments/credit: currency cannot be changed on an existing funding instrument, and one declared by id is never made anew',
  ]);
});

test('so it is where the id has left the document since', () => {
  const plan = new PlanWorld()
    .ours('acme/funding_instruments/credit')
    .remember('acme/funding_instruments/credit', { origin: 'external' })
    .edit('acme/funding_instruments/credit', { currency: 'EUR', start_time: '2026-02-01T00:00:00Z' })
    .plan();

  expect(refused(plan)[0]).toContain(
    ': currency, start_time cannot be changed on an existing funding instrument',
  );
});

test('what others refer to is not made anew under them', () => {
  const credit = 'acme/funding_instruments/credit';
  const plan = new PlanWorld()
    .ours(credit)
    .ours(sale, { funding_instrument_id: 'credit' })
    .ours(campaign('b'), { funding_instrument_id: 'credit' })
    .edit(credit, { currency: 'EUR' })
    .plan();

  expect(refused(plan)).toEqual([
    `take_along ${credit}: deleting this funding instrument would take along what this plan does not manage; referring to it: campaign sale (sale), campaign b (b)`,
    `replace_needs_consent ${credit}: changing currency would make a new funding instrument, and with it anew 2 resources that refer to it; what is lost: what it funds: every campaign that refers to it has to be made anew, with all below it`,
  ]);
  expect(plan.violations[1]).toMatchObject({ number: 2, override: '' });
});

test('what refers to it and goes itself is not made anew with it', () => {
  const credit = 'acme/funding_instruments/credit';
  const plan = new PlanWorld()
    .ours(credit)
    .dropped(sale, { funding_instrument_id: 'credit' })
    .edit(credit, { currency: 'EUR' })
    .plan();

  expect(told(plan)).toEqual([`replace ${credit} (config)`, `delete ${sale} (config)`]);
  expect(plan.violations).toEqual([]);
});

test('an instrument nobody uses is made anew on the host that can', () => {
  const credit = 'acme/funding_instruments/credit';
  const plan = new PlanWorld().ours(credit).edit(credit, { currency: 'EUR' }).plan();

  expect(plan.violations).toEqual([]);
  expect(plan.steps.map(({ host, method, path, batch }) => [host, method, path, batch])).toEqual([
    ['ads_sandbox', 'DELETE', '/12/accounts/18ce54d4x5t/funding_instruments/credit', false],
    ['ads_sandbox', 'POST', '/12/accounts/18ce54d4x5t/funding_instruments', false],
  ]);
});
