import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import {
  type Binding,
  type Intent,
  intentSchema,
  type StateEntry,
  stateEntrySchema,
} from '../schemas/state-entry.ts';
import type { Holder, OpenIntent } from './store.ts';
import { restoreRemedy, unreadable } from './unreadable.ts';

const holderSchema = z.object({
  run: z.string(),
  user: z.string(),
  machine: z.string(),
  pid: z.int().positive(),
  processStart: z.string(),
  bootId: z.string(),
});

const resourceRowSchema = z.object({ address: z.string(), account_id: z.string(), data: z.string() });
const bindingRowSchema = z
  .object({ account_key: z.string(), account_id: z.string(), host: z.string() })
  .transform((row) => ({ accountKey: row.account_key, accountId: row.account_id, host: row.host }));
const intentRowSchema = z.object({ number: z.int().positive(), account_id: z.string(), data: z.string() });
const leaseRowSchema = z.object({
  account_id: z.string(),
  token: z.int().nonnegative(),
  holder: z.string().nullable(),
  acquired_at: z.int(),
  expires_at: z.int(),
});

/** The lock of an account as stored; `holder` is null when nobody has it. Times in milliseconds since 1970. */
export interface LeaseRow {
  readonly accountId: string;
  readonly token: number;
  readonly holder: Holder | null;
  readonly acquiredAt: number;
  readonly expiresAt: number;
}

/** Reads rows back into values; each throws ADSYNC_STATE_UNREADABLE, naming table and key, for what has not their form. */
export interface RowReader {
  readonly entry: (row: unknown) => StateEntry;
  readonly binding: (row: unknown) => Binding;
  readonly openIntent: (row: unknown) => OpenIntent;
  readonly lease: (row: unknown) => LeaseRow;
}

/** The reader for a state at a location, which its messages name. */
export function rowReader(location: string): RowReader {
  const readAs =
    <T>(table: string, key: string, read: (row: unknown) => T | undefined) =>
    (row: unknown): T => {
      const value = orUndefined(() => read(row));
      if (value !== undefined) return value;
      throw unreadable(location, `holds a row that is damaged: ${table} ${nameOf(row, key)}`, restoreRemedy);
    };
  return {
    entry: readAs('resources', 'address', readEntry),
    binding: readAs('bindings', 'account_key', (row) => bindingRowSchema.parse(row)),
    openIntent: readAs('journal', 'number', readOpenIntent),
    lease: readAs('leases', 'account_id', readLease),
  };
}

/** An entry as text that `RowReader` reads back as it was. Throws ADSYNC_INTERNAL for one that could not be. */
export function entryText(entry: StateEntry): string {
  return toText(entry, isEntry, entry.address);
}

/** An intent as text that `RowReader` reads back as it was. Throws ADSYNC_INTERNAL for one that could not be. */
export function intentText(intent: Intent): string {
  return toText(intent, isIntent, `a request to ${intent.path}`);
}

function toText(value: StateEntry | Intent, isRight: (value: unknown) => boolean, name: string): string {
  const text = orUndefined(() => (isRight(value) ? JSON.stringify(value) : undefined));
  if (text !== undefined) return text;
  throw new AdsyncError('ADSYNC_INTERNAL', `The state cannot hold the values of ${name}`);
}

function readEntry(row: unknown): StateEntry | undefined {
  const { address, account_id, data } = resourceRowSchema.parse(row);
  const entry: unknown = JSON.parse(data);
  return isEntry(entry) && entry.address === address && entry.accountId === account_id ? entry : undefined;
}

function readOpenIntent(row: unknown): OpenIntent | undefined {
  const { number, account_id, data } = intentRowSchema.parse(row);
  const intent: unknown = JSON.parse(data);
  return isIntent(intent) && intent.accountId === account_id ? { ...intent, number } : undefined;
}

function readLease(row: unknown): LeaseRow {
  const { account_id, token, holder, acquired_at, expires_at } = leaseRowSchema.parse(row);
  return {
    accountId: account_id,
    token,
    holder: holder === null ? null : holderSchema.parse(JSON.parse(holder)),
    acquiredAt: acquired_at,
    expiresAt: expires_at,
  };
}

/** Checked in place: zod's copy of a record would lack a field named `__proto__`. */
function isEntry(value: unknown): value is StateEntry {
  return stateEntrySchema.safeParse(value).success;
}

function isIntent(value: unknown): value is Intent {
  return intentSchema.safeParse(value).success;
}

/** What does not parse, or is nested too deep to be walked, is not there. */
function orUndefined<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function nameOf(row: unknown, key: string): string {
  return JSON.stringify(z.record(z.string(), z.unknown()).parse(row)[key]);
}
