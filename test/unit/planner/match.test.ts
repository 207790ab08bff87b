import { expect, test } from 'vitest';
import type { Consents } from '../../../src/planner/guards/consents.ts';
import { campaign, item, million, PlanWorld, refused, tag, told } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');

/** A campaign is declared that somebody made by hand already. */
function madeByHand(): PlanWorld {
  return new PlanWorld()
    .declared(sale, { name: 'Sale' })
    .foreign('campaign', '8wku2', { name: 'Sale', [daily]: 10 * million });
}

function adopt(...addresses: readonly (readonly [string, string | undefined])[]): Pick<Consents, 'adopt'> {
  return { adopt: { all: false, addresses: new Map(addresses) } };
}

test('nothing declared, nothing remembered: nothing to do', () => {
  const { plan, stateChanges } = new PlanWorld().result();

  expect(plan.changes).toEqual([]);
  expect(plan.summary).toMatchObject({ unchanged: 0, unmanaged: 2 });
  expect(stateChanges).toEqual([]);
});

test('the state decides, whatever the name on the platform has become', () => {
  const world = new PlanWorld()
    .ours(sale)
    .outside(sale, { name: 'Renamed' })
    .foreign('campaign', 'other', { name: 'sale' });

  expect(told(world.plan())).toEqual([`update ${sale} (drift)`]);
});

test('what nothing live fits is created', () => {
  const plan = new PlanWorld().declared(sale).declared(item('sale', 'x')).plan();

  expect(told(plan)).toEqual([`create ${sale} (config)`, `create ${item('sale', 'x')} (config)`]);
  expect(plan.changes.map(({ id, precondition }) => [id, precondition])).toEqual([
    [null, 'absent'],
    [null, 'absent'],
  ]);
});

test('one live record of the same name and funding instrument is adopted with consent only', () => {
  const plan = madeByHand().plan();

  expect(told(plan)).toEqual([`adopt ${sale} (config)`]);
  expect(refused(plan)).toEqual([
    `adopt ${sale}: a campaign with this name exists already (8wku2) and is not managed by adsync`,
  ]);
  expect(plan.violations[0]).toMatchObject({
    code: 'ADSYNC_PLAN_REFUSED',
    override: `--adopt ${sale}`,
    remedy: 'Take over the one that exists, or give the declared one another name.',
  });
});

const agreements: readonly (readonly [string, (world: PlanWorld) => PlanWorld])[] = [
  ['--adopt', (world) => world.consent({ adopt: { all: true, addresses: new Map() } })],
  ['--adopt ADDRESS', (world) => world.consent(adopt([sale, undefined]))],
  ['--adopt of what it stands in', (world) => world.consent(adopt(['acme', undefined]))],
  ['--adopt ADDRESS=ID', (world) => world.consent(adopt([sale, '8wku2']))],
  ['lifecycle: { adopt: true }', (world) => world.edit(sale, {}, { lifecycle: { adopt: true } })],
];

test.each(agreements)('%s agrees', (_, agree) => {
  const { plan, stateChanges } = agree(madeByHand()).result();

  expect(plan.violations).toEqual([]);
  expect(plan.summary).toMatchObject({ adopt: 1, unmanaged: 2 });
  expect(stateChanges.flatMap(({ put }) => put.map(({ id, origin, file }) => [id, origin, file]))).toEqual([
    ['8wku2', 'adopted', 'campaigns.yaml'],
  ]);
});

test('adopting shows what would change, and changes it with a request', () => {
  const world = madeByHand()
    .edit(sale, { [daily]: 25 * million })
    .consent(adopt([sale, undefined]));

  const { plan, stateChanges } = world.result();

  expect(plan.changes[0]).toMatchObject({
    action: 'adopt',
    id: '8wku2',
    before: { [daily]: 10 * million },
    after: { [daily]: 25 * million },
  });
  expect(plan.steps.flatMap(({ operations }) => operations)).toMatchObject([
    { operation_type: 'Update', id: '8wku2', params: { [daily]: 25 * million } },
  ]);
  // Until the request is answered, the state knows what is live.
  expect(stateChanges[0]?.put[0]?.declared[daily]).toBe(10 * million);
});

test('adopting what is the same takes no request', () => {
  const plan = madeByHand()
    .consent(adopt([sale, undefined]))
    .plan();

  expect(plan.steps).toEqual([]);
  expect(plan.changes[0]?.patch).toEqual([]);
});

test('another funding instrument, another account or another kind is no match', () => {
  const world = new PlanWorld()
    .declared(sale, { name: 'Sale' })
    .foreign('campaign', 'c1', { name: 'Sale', funding_instrument_id: 'fi2' })
    .foreign('campaign', 'c2', { name: 'Sale' }, 'beta')
    .foreign('line_item', 'l1', { name: 'Sale' });

  expect(told(world.plan())).toEqual([`create ${sale} (config)`]);
});

test('children of what is adopted are matched beneath it', () => {
  const world = madeByHand()
    .declared(item('sale', 'x'), { name: 'X' })
    .foreign('line_item', 'li1', { name: 'X', campaign_id: '8wku2' })
    .foreign('line_item', 'li2', { name: 'X', campaign_id: 'another' })
    .consent({ adopt: { all: true, addresses: new Map() } });

  expect(world.plan().changes.map(({ action, id }) => [action, id])).toEqual([
    ['adopt', '8wku2'],
    ['adopt', 'li1'],
  ]);
});

test('two live records fit: the message prints the lines that choose', () => {
  const plan = madeByHand()
    .foreign('campaign', '9xlv3', { name: 'Sale' })
    .consent({ adopt: { all: true, addresses: new Map() } })
    .plan();

  expect(plan.changes).toEqual([]);
  expect(refused(plan)).toEqual([`ambiguous ${sale}: 2 live campaigns have this name`]);
  expect(plan.summary.unchanged).toBe(0);
  expect(plan.violations[0]).toMatchObject({
    number: 2,
    limit: 1,
    override: '',
    remedy: `Choose one: --adopt ${sale}=8wku2 or --adopt ${sale}=9xlv3`,
  });
});

test('a line that chooses settles it', () => {
  const world = madeByHand()
    .foreign('campaign', '9xlv3', { name: 'Sale' })
    .consent(adopt([sale, '9xlv3']));

  const plan = world.plan();

  expect(plan.violations).toEqual([]);
  expect(plan.changes.map(({ action, id }) => [action, id])).toEqual([['adopt', '9xlv3']]);
  expect(plan.summary.unmanaged).toBe(3);
});

test('a choice that fits nothing is never read as leave to create another', () => {
  const plan = madeByHand()
    .declared(campaign('other'))
    .consent(adopt([sale, 'typo'], [campaign('other'), 'gone']))
    .plan();

  expect(plan.changes).toEqual([]);
  expect(refused(plan)).toEqual([
    `ambiguous ${sale}: no unmanaged campaign of this name has the id typo`,
    `ambiguous ${campaign('other')}: no unmanaged campaign of this name has the id gone`,
  ]);
  expect(plan.violations.map(({ remedy }) => remedy)).toEqual([
    `Choose one: --adopt ${sale}=8wku2`,
    'Check the id after --adopt.',
  ]);
});

test('a record that a list shows twice is one record', () => {
  const world = madeByHand();
  const twice = world
    .input()
    .live.map((account) => ({ ...account, records: [...account.records, ...account.records] }));

  const plan = world
    .with({ live: twice })
    .consent(adopt([sale, undefined]))
    .plan();

  expect(told(plan)).toEqual([`adopt ${sale} (config)`]);
  expect(plan.summary.unmanaged).toBe(2);
});

test('a record that the document names by id is not adopted under another address', () => {
  const world = madeByHand()
    .declared(campaign('given'), { [daily]: 10 * million }, { id: '8wku2' })
    .consent({ adopt: { all: true, addresses: new Map() } });

  expect(told(world.plan())).toEqual([`create ${sale} (config)`]);
});

test('a record of another address is not adopted', () => {
  const world = new PlanWorld()
    .dropped(campaign('elsewhere'), { name: 'Sale' }, { file: 'other.yaml' })
    .declared(sale, { name: 'Sale' });

  expect(told(world.plan())).toEqual([`create ${sale} (config)`]);
});

test('what is declared by id exists, and only its fields are managed', () => {
  const world = new PlanWorld()
    .foreign('campaign', '8wku2', { name: 'Theirs', [daily]: 10 * million })
    .declared(sale, { [daily]: 12 * million }, { id: '8wku2' });

  const { plan, stateChanges } = world.result();

  expect(told(plan)).toEqual([`update ${sale} (config)`]);
  expect(plan.changes[0]).toMatchObject({ id: '8wku2', name: 'Theirs' });
  expect(stateChanges[0]?.put[0]).toMatchObject({ origin: 'external', declared: { [daily]: 10 * million } });
});

test('what is only referred to is not remembered', () => {
  const world = new PlanWorld().declared('acme/funding_instruments/credit', {}, { id: 'fi1' });

  const { plan, stateChanges } = world.result();

  expect(plan.summary).toMatchObject({ unchanged: 1, unmanaged: 1 });
  expect(stateChanges).toEqual([]);
});

test('references by key follow the id of what is declared by id', () => {
  const world = new PlanWorld()
    .declared('acme/funding_instruments/credit', {}, { id: 'fi1' })
    .ours(sale)
    .edit(sale, { funding_instrument_id: { id_of: 'acme/funding_instruments/credit' } });

  expect(told(world.plan())).toEqual([]);
});

test('an id that the account does not have is refused', () => {
  const plan = new PlanWorld().declared('acme/funding_instruments/credit', {}, { id: 'nope' }).plan();

  expect(refused(plan)).toEqual([
    'no_such_record acme/funding_instruments/credit: account 18ce54d4x5t has no funding instrument nope',
  ]);
  expect(plan.changes).toEqual([]);
});

test('an address that names another id now starts anew with it', () => {
  const world = new PlanWorld()
    .ours(sale)
    .foreign('campaign', '8wku2', { name: 'Theirs' })
    .edit(sale, { name: undefined }, { id: '8wku2' });

  const { stateChanges } = world.result();

  expect(stateChanges.flatMap(({ put }) => put.map(({ id, origin }) => [id, origin]))).toEqual([
    ['8wku2', 'external'],
  ]);
});

test('deleted outside: creating again needs consent where it can spend', () => {
  const world = new PlanWorld().ours(sale).vanish(sale);

  expect(told(world.plan())).toEqual([`create ${sale} (drift)`]);
  expect(world.plan().changes[0]?.reason).toBe('was deleted outside adsync');
  expect(refused(world.plan())).toEqual([
    `undo_drift ${sale}: was deleted outside adsync; applying would create it again`,
  ]);
  expect(world.consent({ undoDrift: [sale] }).plan().violations).toEqual([]);
});

test('deleted outside: a tag spends nothing and is simply made again', () => {
  const world = new PlanWorld()
    .ours(sale)
    .ours(item('sale', 'x'))
    .ours(tag('sale', 'x', 't'))
    .vanish(tag('sale', 'x', 't'));

  const plan = world.plan();

  expect(told(plan)).toEqual([`create ${tag('sale', 'x', 't')} (drift)`]);
  expect(plan.violations).toEqual([]);
});

test('deleted and made again by hand outside: the new one is adopted, not doubled', () => {
  const world = new PlanWorld()
    .ours(sale, { name: 'Sale' })
    .vanish(sale)
    .foreign('campaign', 'new', { name: 'Sale', [daily]: 10 * million });

  const { plan, stateChanges } = world.consent(adopt([sale, undefined])).result();

  expect(plan.changes.map(({ action, id, cause }) => [action, id, cause])).toEqual([
    ['adopt', 'new', 'config'],
  ]);
  expect(plan.violations).toEqual([]);
  expect(stateChanges[0]?.put.map(({ id, origin }) => [id, origin])).toEqual([['new', 'adopted']]);
});

test('an account stands for itself, read or not', () => {
  const read = new PlanWorld()
    .foreign('account', '18ce54d4x5t', { name: 'Old name' })
    .declared('acme', { name: 'New name' }, { id: '18ce54d4x5t' });

  expect(read.plan().steps.map(({ method, path, batch }) => [method, path, batch])).toEqual([
    ['PUT', '/12/accounts/18ce54d4x5t', false],
  ]);
  expect(read.edit('acme', { name: 'Old name' }).plan().summary).toMatchObject({
    unchanged: 1,
    unmanaged: 2,
  });
  expect(new PlanWorld().plan().summary.unchanged).toBe(0);
});

test('account settings once managed and no longer declared are told, and the account stays', () => {
  const world = new PlanWorld()
    .dropped('acme', { name: 'Acme' }, { origin: 'external' })
    .remember('acme', { declared: { name: 'Acme' }, answered: { name: 'Acme' } });

  const { plan, stateChanges } = world.result();

  expect(plan.changes).toMatchObject([{ action: 'forget', no_longer_managed: { name: 'Acme' } }]);
  expect(stateChanges[0]?.put).toMatchObject([{ address: 'acme', declared: {} }]);
});

test('an account that nobody declares is no unmanaged thing', () => {
  const plan = new PlanWorld().foreign('account', '18ce5uk0000', { name: 'Beta' }, 'beta').plan();

  expect(plan.summary.unmanaged).toBe(2);
});

test('what takes the place of one that is gone is compared with nothing that was applied', () => {
  const plan = new PlanWorld()
    .ours(sale, { name: 'Sale' })
    .vanish(sale)
    .foreign('campaign', 'new', { name: 'Sale', [daily]: 12 * million })
    .plan();

  expect(plan.changes).toMatchObject([
    { action: 'adopt', id: 'new', cause: 'config', fields: [{ field: daily, cause: 'config' }] },
  ]);
  expect(plan.changes[0]?.fields[0]).not.toHaveProperty('applied');
});

test('what is declared by id is not moved to where it is declared', () => {
  const world = new PlanWorld()
    .ours(sale)
    .declared(item('sale', 'x'), {}, { id: 'li9' })
    .foreign('line_item', 'li9', { campaign_id: 'theirs' });

  expect(told(world.plan())).toEqual([]);
  expect(refused(world.plan())).toEqual([]);
});

test('what stands in an entry of another file is made under the record of that', () => {
  const plan = new PlanWorld().dropped(sale, {}, { file: 'other.yaml' }).declared(item('sale', 'x')).plan();

  expect(plan.steps.flatMap(({ operations }) => operations)).toMatchObject([
    { operation_type: 'Create', params: { campaign_id: 'sale' }, requires: [] },
  ]);
});

const draft = 'acme/draft_posts/spring';
const unnamed: readonly (readonly [string, null | undefined])[] = [
  ['is left out', undefined],
  ['is empty', null],
];

test.each(unnamed)('where the name %s on both sides, nothing is taken for the same', (_, name) => {
  const world = new PlanWorld()
    .declared(draft, { as_user_id: '7', text: 'Spring', ...(name === undefined ? {} : { name }) })
    .consent({ adopt: { all: true, addresses: new Map() } });
  const fields = { as_user_id: '7', text: 'Theirs' };
  const input = world.foreign('draft_post', 'd1', fields).input();
  const live = input.live.map((account) => ({
    ...account,
    records: account.records.map((record) =>
      record.id === 'd1' ? { ...record, fields: name === undefined ? fields : { ...fields, name } } : record,
    ),
  }));

  expect(told(world.with({ live }).plan())).toEqual([`create ${draft} (config)`]);
});
