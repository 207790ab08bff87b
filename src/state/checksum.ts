import { hash } from 'node:crypto';
import type { Database } from './tables.ts';

/** Checksums and their sums are below it, so that two of them add up exactly. */
export const modulus = 2 ** 48;

/** The rows that a checksum is made for, without the checksum itself. */
type Row<Table extends keyof Database> = Omit<Database[Table], 'checksum'>;

/**
 * A number that tells a row from any other: the first 48 bits of a SHA-256. SQLite keeps no checksums of its pages, so
 * that without this a bit that has changed on the disk would be read as a fact.
 */
export const checksumOf = {
  binding: (row: Row<'bindings'>) => digest('binding', row.account_key, row.account_id, row.host),
  resource: (row: Row<'resources'>) => digest('resource', row.address, row.account_id, row.data),
  journal: ({ number, at, run, kind, account_id, data }: Row<'journal'>) =>
    digest('journal', number, at, run, kind, account_id, data),
  openIntent: (row: Row<'open_intents'>) => digest('intent', row.number, row.account_id),
  lease: ({ account_id, token, holder, acquired_at }: Omit<Row<'leases'>, 'expires_at'>) =>
    digest('lease', account_id, token, holder === null ? 0 : 1, holder ?? '', acquired_at),
  policy: (row: Row<'policies'>) => digest('policy', row.account_id, row.data),
  stop: (row: Row<'stops'>) => digest('stop', row.stop_id, row.account_id, row.data),
  stopped: ({ stop_id, account_id, kind, record_id, data }: Row<'stopped'>) =>
    digest('stopped', stop_id, account_id, kind, record_id, data),
  memberSet: (row: Row<'member_sets'>) => digest('set', row.address, row.members, row.total),
  member: (row: Omit<Database['members'], 'address'>) => digest('member', row.kind, row.digest),
  digestKey: (key: string) => digest('key', key),
} as const;

/** The sum of checksums, each added or with a minus taken away; rows in any order have the same. */
export function sumOf(checksums: Iterable<number>): number {
  let sum = 0;
  for (const checksum of checksums) sum = (sum + checksum) % modulus;
  return sum < 0 ? sum + modulus : sum;
}

/** The checksums as `sumOf` takes them away. */
export function negated(rows: readonly { readonly checksum: number }[]): readonly number[] {
  return rows.map(({ checksum }) => -checksum);
}

function digest(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha256', parts.join('\0'), 'hex').slice(0, 12), 16);
}
