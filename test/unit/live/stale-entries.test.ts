import { expect, test } from 'vitest';
import { staleEntries } from '../../../src/live/stale-entries.ts';
import type { LiveAccount } from '../../../src/schemas/live-record.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Values } from '../../../src/schemas/values.ts';

const accountId = '18ce54d4x5t';
const answered = { name: 'a', daily_budget_amount_local_micro: 5 };
const entry: StateEntry = {
  address: 'acme/campaigns/a',
  kind: 'campaign',
  accountKey: 'acme',
  accountId,
  id: 'x',
  origin: 'created',
  declared: answered,
  answered,
  file: 'campaigns.yaml',
  preventDestroy: false,
};

function reading(fields: Values | undefined, more: Partial<LiveAccount> = {}): LiveAccount {
  const record = { kind: 'campaign', accountId, id: 'x', deleted: false, updatedAt: undefined };
  const records = fields === undefined ? [] : [{ ...record, fields }];
  return { accountId, complete: ['campaign'], records, readAt: 1, ...more };
}

test.each<[string, LiveAccount, Partial<StateEntry>, readonly string[]]>([
  ['a record as it was answered', reading({ ...answered, status: 'ACTIVE' }), {}, []],
  ['a record that does not show all of it', reading({ name: 'a' }), {}, []],
  ['another value', reading({ ...answered, name: 'b' }), {}, ['acme/campaigns/a']],
  ['no record', reading(undefined), {}, ['acme/campaigns/a']],
  ['no record in a list that was not read completely', reading(undefined, { complete: [] }), {}, []],
  ['no record of what only the document names', reading(undefined), { origin: 'external' }, []],
  ['no record of another account', reading(undefined), { accountId: 'other' }, []],
])('%s', (_case, live, more, addresses) => {
  expect(staleEntries([{ ...entry, ...more }], [live])).toEqual(addresses);
});
