import { resources } from '../catalog/registry.ts';
import { permissionsOn } from '../resources/users.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import type { World } from '../world/world.ts';

/** Every record by collection, deleted ones included, as answers show it and with its `account_id`; of one account, if named. */
export function dump(
  world: World,
  accountId: string | undefined,
): Readonly<Record<string, readonly Fields[]>> {
  world.due.letTimePass(world.clock.stamp());
  const collections = resources.map((resource) => {
    const records: Fields[] = [];
    for (const record of world.store.all(resource.collection)) {
      if (accountId === undefined || concerns(record, accountId))
        records.push({ ...record, ...resource.show(record, world) });
    }
    return [resource.collection, records] as const;
  });
  return Object.fromEntries(collections);
}

function concerns(record: StoredRecord, accountId: string): boolean {
  return record['account_id'] === accountId || permissionsOn(record, accountId) !== undefined;
}
