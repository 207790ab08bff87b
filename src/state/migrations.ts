import type { Kysely, Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { createTables } from './migration-1.ts';
import { sealTables } from './migration-2.ts';
import { rememberLeftOut } from './migration-left-out.ts';
import { addPolicies } from './migration-policies.ts';
import { nameProjects } from './migration-projects.ts';
import { addStops } from './migration-stops.ts';
import type { TableMaker } from './table-maker.ts';
import type { Database } from './tables.ts';
import { damaged, unreadable } from './unreadable.ts';

/** Migration N brings a state of version N - 1 to version N. One that was released is never edited. */
const migrations: readonly ((tx: Kysely<Database>, maker: TableMaker) => Promise<void>)[] = [
  createTables,
  sealTables,
  addPolicies,
  nameProjects,
  rememberLeftOut,
  addStops,
];

/** The version from which on a state remembers policies. */
export const policiesVersion = migrations.indexOf(addPolicies) + 1;
/** The version from which on a state remembers stops. */
export const stopsVersion = migrations.indexOf(addStops) + 1;

/** The version that this program reads and writes. */
export const currentVersion = migrations.length;

/**
 * Brings a state to the version this program knows, inside the caller's write transaction: of two starters,
 * the second finds it done. Throws ADSYNC_STATE_NEWER, ADSYNC_STATE_UNREADABLE where the tables are not ours.
 */
export async function migrate(tx: Transaction<Database>, location: string, maker: TableMaker): Promise<void> {
  const version = await readVersion(tx, location, maker);
  const missing = migrations.slice(version);
  for (const migration of missing) await migration(tx, maker);
  if (missing.length === 0) return;
  await tx
    .insertInto('meta')
    .values({ key: 'schema_version', value: String(migrations.length) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
}

/**
 * The version of a state, 0 for a database without any table; changes nothing.
 * Throws ADSYNC_STATE_NEWER, and ADSYNC_STATE_UNREADABLE where the tables are not ours.
 */
export async function readVersion(
  tx: Transaction<Database>,
  location: string,
  { names }: TableMaker,
): Promise<number> {
  const tables = await names(tx);
  if (tables.length === 0) return 0;
  const version = tables.includes('meta') ? await storedVersion(tx) : undefined;
  if (version === undefined || !/^[1-9]\d{0,8}$/.test(version)) throw foreign(location);
  // What vouches for the rows came with version 2: a state that has it is not of version 1, whatever it says.
  if (version === '1' && tables.includes('seal'))
    throw damaged(location, 'is damaged (its version is not what its tables are)');
  if (Number(version) <= migrations.length) return Number(version);
  throw new AdsyncError(
    'ADSYNC_STATE_NEWER',
    `The state ${location} has version ${version}, this adsync knows ${migrations.length}`,
    { remedy: 'Install the newest adsync, and run the command again.' },
  );
}

/** ADSYNC_STATE_UNREADABLE for a database that holds something else. */
export function foreign(location: string): AdsyncError {
  return unreadable(location, 'is a database, but not a state of adsync', 'Name another place with --state.');
}

async function storedVersion(tx: Transaction<Database>): Promise<string | undefined> {
  const row = await tx
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'schema_version')
    .executeTakeFirst();
  return row?.value;
}
