import { expect, test } from 'vitest';
import { accountIds, audience, flexible, PlanWorld, sent, told } from '../../support/plan-world.ts';

const tax = 'acme/tax_settings';
const buyers = audience('buyers');
const users = `${buyers}/users`;

test('what exists with its account is set for the first time, and goes by the id of the account', () => {
  const plan = new PlanWorld().declared(tax, { tax_category: 'INDIVIDUAL', tax_id: null }).plan();

  expect(told(plan)).toEqual([`update ${tax} (config)`]);
  expect(plan.changes[0]).toMatchObject({ id: accountIds['acme'], after: { tax_category: 'INDIVIDUAL' } });
  expect(plan.steps).toMatchObject([
    {
      method: 'PUT',
      path: '/12/accounts/18ce54d4x5t/tax_settings',
      batch: false,
      operations: [{ operation_type: 'Update', id: accountIds['acme'] }],
    },
  ]);
  expect(plan.violations).toEqual([]);
});

test('an update sends everything that is declared where the platform may forget the rest', () => {
  const plan = new PlanWorld()
    .ours(tax, { tax_category: 'INDIVIDUAL', invoice_jurisdiction: 'NONE' })
    .edit(tax, { tax_category: 'BUSINESS_NO_VAT' })
    .plan();

  expect(plan.changes[0]?.after).toEqual({ tax_category: 'BUSINESS_NO_VAT' });
  expect(plan.steps[0]?.operations[0]?.params).toEqual({
    tax_category: 'BUSINESS_NO_VAT',
    invoice_jurisdiction: 'NONE',
  });
});

test('what no answer shows is unchecked, and compared with what was last applied', () => {
  const world = new PlanWorld().ours(tax, { tax_exemption_id: 'hmac-sha256:1' }).outside(tax, {
    tax_exemption_id: undefined,
  });

  expect(world.plan()).toMatchObject({ changes: [], summary: { unchecked: 1, unchanged: 1 } });
  expect(told(world.edit(tax, { tax_exemption_id: 'hmac-sha256:2' }).plan())).toEqual([
    `update ${tax} (config)`,
  ]);
});

test('leaving the document, or destroyed, it is forgotten and stays', () => {
  const gone = new PlanWorld().dropped(tax, { tax_category: 'INDIVIDUAL' }, { origin: 'external' });

  for (const world of [gone, gone.with({ command: 'destroy' })]) {
    expect(told(world.plan())).toEqual([`forget ${tax} (config)`]);
    expect(world.plan().changes[0]?.reason).toBe('let go by the document');
    expect(world.plan().steps).toEqual([]);
  }
});

test('the live settings that nobody declares are no unmanaged thing', () => {
  const plan = new PlanWorld().foreign('tax_settings', accountIds['acme'] ?? '', {}).plan();

  expect(plan.summary.unmanaged).toBe(2);
});

test('what exists with something that is only to be created waits for it', () => {
  const plan = new PlanWorld().declared(buyers).declared(users, { users: 'sha256:1' }).plan();

  expect(sent(plan)).toEqual([`neutral: Create ${buyers}`, `neutral: Update ${users}`]);
  expect(plan.steps[1]?.operations[0]).toMatchObject({ id: null, requires: [1] });
  expect(plan.changes[1]).toMatchObject({ action: 'update', cause: 'config', id: null });
});

test('and is set again when that is made anew', () => {
  const world = new PlanWorld()
    .ours(buyers, flexible, { lifecycle: { allowReplace: true } })
    .dropped(users, { users: 'sha256:1' }, { origin: 'external' })
    .declared(users, { users: 'sha256:1' });

  expect(told(world.plan())).toEqual([]);
  expect(sent(world.edit(buyers, { name: 'others' }).plan())).toEqual([
    `neutral: Delete ${buyers}`,
    `neutral: Create ${buyers}`,
    `neutral: Update ${users}`,
  ]);
  expect(told(world.plan())).toEqual([`replace ${buyers} (config)`, `update ${users} (config)`]);
});

test('with nothing declared it is nothing to do', () => {
  for (const nothing of [{}, { users: null }])
    expect(told(new PlanWorld().declared(buyers).declared(users, nothing).plan())).toEqual([
      `create ${buyers} (config)`,
    ]);
});

test('leaving the document where it was not read, it is forgotten, and nobody deleted it', () => {
  const gone = new PlanWorld()
    .dropped(tax, { tax_category: 'INDIVIDUAL' }, { origin: 'external' })
    .vanish(tax);

  expect(told(gone.plan())).toEqual([`forget ${tax} (config)`]);
  expect(gone.drift().summary.missing).toBe(0);
});
