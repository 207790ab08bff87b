import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import {
  type Binding,
  type Intent,
  intentSchema,
  type RememberedPolicy,
  rememberedPolicySchema,
  type StateEntry,
  stateEntrySchema,
} from '../schemas/state-entry.ts';
import { type Stop, type StoppedRecord, stoppedRecordSchema, stopSchema } from '../schemas/stop.ts';
import { checksumOf } from './checksum.ts';
import type { Holder, OpenIntent } from './store.ts';
import type { Database } from './tables.ts';
import { damaged } from './unreadable.ts';

/** Who holds or held a lock, as stored. */
export const holderSchema = z.object({
  run: z.string(),
  user: z.string(),
  machine: z.string(),
  pid: z.int().positive(),
  processStart: z.string(),
  bootId: z.string(),
});

const text = z.string();
// A state of version 1 has none.
const checksum = z.int().nonnegative().optional();
const resourceRowSchema = z.object({ address: text, account_id: text, data: text, checksum });
const stopRowSchema = z.object({ stop_id: text, account_id: text, data: text });
const stoppedRowSchema = z.object({
  stop_id: text,
  account_id: text,
  kind: text,
  record_id: text,
  data: text,
});
const policyRowSchema = z.object({ account_id: text, data: text, checksum });
const bindingRowSchema = z.object({ account_key: text, account_id: text, host: text, checksum });
const openIntentRowSchema = z.object({ number: z.int().positive(), account_id: text, checksum });
const leaseRowSchema = z.object({
  account_id: text,
  token: z.int().nonnegative(),
  holder: text.nullable(),
  acquired_at: z.int(),
  expires_at: z.int(),
  checksum,
});

/** An open intent with its record of the journal, which is null where that is lost. */
export type OpenIntentRow = Database['open_intents'] & { readonly record: Database['journal'] | null };

/** The lock of an account as stored; `holder` is null when nobody has it. Times in milliseconds since 1970. */
export interface LeaseRow {
  readonly accountId: string;
  readonly token: number;
  readonly holder: Holder | null;
  readonly acquiredAt: number;
  readonly expiresAt: number;
  readonly checksum: number;
}

/**
 * Reads rows back into values; each throws ADSYNC_STATE_UNREADABLE, naming table and key, for what has not their form
 * or is not what was written.
 */
export interface RowReader {
  readonly entry: (row: Database['resources']) => StateEntry;
  readonly binding: (row: Database['bindings']) => Binding;
  readonly openIntent: (row: OpenIntentRow) => OpenIntent;
  readonly lease: (row: Database['leases']) => LeaseRow;
  readonly policy: (row: Database['policies']) => RememberedPolicy;
  readonly stop: (row: Database['stops']) => Stop;
  readonly stopped: (row: Database['stopped']) => StoppedRecord;
}

/** The reader for a state at a location, which its messages name. */
export function rowReader(location: string): RowReader {
  const readAs =
    <Row extends object, T>(
      table: string,
      key: keyof Row,
      checksumOfRow: (row: Row) => number,
      read: (row: Row) => T | undefined,
    ) =>
    (row: Row): T => {
      const value = orUndefined(() => read(row));
      // A state of version 1 has no checksums; of a later one, the sum of them would lack this row's.
      const isAsWritten = !('checksum' in row) || row.checksum === orUndefined(() => checksumOfRow(row));
      if (value !== undefined && isAsWritten) return value;
      throw damaged(location, `holds a row that is damaged: ${table} ${JSON.stringify(row[key])}`);
    };
  return {
    entry: readAs('resources', 'address', checksumOf.resource, readEntry),
    binding: readAs('bindings', 'account_key', checksumOf.binding, readBinding),
    openIntent: readAs('journal', 'number', checksumOf.openIntent, readOpenIntent),
    lease: readAs('leases', 'account_id', checksumOf.lease, readLease),
    policy: readAs('policies', 'account_id', checksumOf.policy, readPolicy),
    stop: readAs('stops', 'stop_id', checksumOf.stop, readStop),
    stopped: readAs('stopped', 'record_id', checksumOf.stopped, readStopped),
  };
}

/** True for a record of the journal that is what was written, as far as its version can tell. */
export function isSound(record: Database['journal']): boolean {
  return !('checksum' in record) || record.checksum === checksumOf.journal(record);
}

/** An entry as text that `RowReader` reads back as it was. Throws ADSYNC_INTERNAL for one that could not be. */
export function entryText(entry: StateEntry): string {
  return toText(entry, isEntry, entry.address);
}

/** An intent as text that `RowReader` reads back as it was. Throws ADSYNC_INTERNAL for one that could not be. */
export function intentText(intent: Intent): string {
  return toText(intent, isIntent, `a request to ${intent.path}`);
}

/** A policy as text that `RowReader` reads back as it was. Throws ADSYNC_INTERNAL for one that could not be. */
export function policyText(remembered: RememberedPolicy): string {
  return toText(remembered, isPolicy, `the policy of account ${remembered.accountId}`);
}

/** A stop as text that `RowReader` reads back as it was. Throws ADSYNC_INTERNAL for one that could not be. */
export function stopText(stop: Stop): string {
  return toText(stop, isStop, `the stop ${stop.id}`);
}

/** A stopped record as text that `RowReader` reads back as it was. Throws ADSYNC_INTERNAL for one that could not be. */
export function stoppedText(record: StoppedRecord): string {
  return toText(record, isStopped, `the stopped ${record.kind} ${record.id}`);
}

function toText(
  value: StateEntry | Intent | RememberedPolicy | Stop | StoppedRecord,
  isRight: (value: unknown) => boolean,
  name: string,
): string {
  const text = orUndefined(() => (isRight(value) ? JSON.stringify(value) : undefined));
  if (text !== undefined) return text;
  throw new AdsyncError('ADSYNC_INTERNAL', `The state cannot hold the values of ${name}`);
}

function readEntry(row: Database['resources']): StateEntry | undefined {
  const { address, account_id, data } = resourceRowSchema.parse(row);
  const entry: unknown = JSON.parse(data);
  return isEntry(entry) && entry.address === address && entry.accountId === account_id ? entry : undefined;
}

function readBinding(row: Database['bindings']): Binding {
  const { account_key, account_id, host: text } = bindingRowSchema.parse(row);
  const [host = '', sandbox] = text.split('#');
  return { accountKey: account_key, accountId: account_id, host, ...(sandbox !== undefined && { sandbox }) };
}

/** The host of a binding as text that `RowReader` reads back, with the sandbox behind a `#`, which no host has. */
export function hostText({ host, sandbox }: Pick<Binding, 'host' | 'sandbox'>): string {
  return sandbox === undefined ? host : `${host}#${sandbox}`;
}

function readOpenIntent({ record, ...row }: OpenIntentRow): OpenIntent | undefined {
  const { number, account_id } = openIntentRowSchema.parse(row);
  if (record === null || !isSound(record)) return undefined;
  const intent: unknown = JSON.parse(record.data);
  return isIntent(intent) && intent.accountId === account_id ? { ...intent, number } : undefined;
}

function readLease(row: Database['leases']): LeaseRow {
  const { account_id, token, holder, acquired_at, expires_at } = leaseRowSchema.parse(row);
  return {
    accountId: account_id,
    token,
    holder: holder === null ? null : holderSchema.parse(JSON.parse(holder)),
    acquiredAt: acquired_at,
    expiresAt: expires_at,
    checksum: row.checksum,
  };
}

function readPolicy(row: Database['policies']): RememberedPolicy | undefined {
  const { account_id, data } = policyRowSchema.parse(row);
  const remembered: unknown = JSON.parse(data);
  return isPolicy(remembered) && remembered.accountId === account_id ? remembered : undefined;
}

function readStop(row: Database['stops']): Stop | undefined {
  const { stop_id, account_id, data } = stopRowSchema.parse(row);
  const stop: unknown = JSON.parse(data);
  return isStop(stop) && stop.id === stop_id && stop.accountId === account_id ? stop : undefined;
}

function readStopped(row: Database['stopped']): StoppedRecord | undefined {
  const { data, ...key } = stoppedRowSchema.parse(row);
  const record: unknown = JSON.parse(data);
  if (!isStopped(record)) return undefined;
  const { stopId, accountId, kind, id } = record;
  const own = { stop_id: stopId, account_id: accountId, kind, record_id: id };
  return isDeepStrictEqual(own, key) ? record : undefined;
}

/** Checked in place: zod's copy of a record would lack a field named `__proto__`. */
function isEntry(value: unknown): value is StateEntry {
  return stateEntrySchema.safeParse(value).success;
}

function isPolicy(value: unknown): value is RememberedPolicy {
  return rememberedPolicySchema.safeParse(value).success;
}

function isStop(value: unknown): value is Stop {
  return stopSchema.safeParse(value).success;
}

function isStopped(value: unknown): value is StoppedRecord {
  return stoppedRecordSchema.safeParse(value).success;
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
