import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import type { Call } from './endpoint.ts';
import type { Resource } from './resource.ts';

/** The collection that remembers who changed what. */
export const historyCollection = 'account_history';

/**
 * Remembers a change of a record for `account_history` (F-account-08): who, when, what the record was before, field by
 * field, and what it is now. Only where the history is allowlisted.
 */
export function keepHistory(
  resource: Resource,
  call: Call,
  before: StoredRecord | undefined,
  after: StoredRecord,
): void {
  const { world, accountId, user } = call;
  if (resource.historyOf === undefined || world.limits.account_history !== 'allowlisted') return;
  const now = world.clock.stamp();
  const shown = resource.show(after, world);
  world.store.put(historyCollection, {
    id: world.ids.next(historyCollection),
    account_id: accountId,
    created_at: now,
    updated_at: now,
    deleted: false,
    entity: resource.historyOf,
    entity_id: after.id,
    change_type: changeType(before, after),
    change_time: now,
    change_by: { user_id: user.id, platform: 'API_OTHER' },
    changes: before === undefined ? {} : differences(resource.show(before, world), shown),
    entity_data: shown,
  });
}

function changeType(before: StoredRecord | undefined, after: StoredRecord): string {
  if (before === undefined) return 'CREATE';
  return isDeleted(after) && !isDeleted(before) ? 'DELETE' : 'UPDATE';
}

function differences(before: Fields, after: Fields): Fields {
  const changed = Object.keys(after).filter(
    (field) => field !== 'updated_at' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(
    changed.map((field) => [field, { before: before[field] ?? null, after: after[field] ?? null }]),
  );
}
