import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { ListedAccount, SeenAccount, SeenInstrument } from '../schemas/seen-account.ts';
import { readCaller } from './read-caller.ts';

const text = z.string().nullish();
const accountSchema = z
  .object({
    id: z.string().min(1),
    name: text,
    business_id: text,
    business_name: text,
    timezone: text,
    approval_status: text,
  })
  .transform(
    (record): ListedAccount => ({
      id: record.id,
      name: record.name ?? '',
      businessId: record.business_id ?? null,
      businessName: record.business_name ?? null,
      timezone: record.timezone ?? null,
      approvalStatus: record.approval_status ?? null,
    }),
  );
/** An amount beyond 2^53 comes as the text of its digits (F-value-04). */
const micro = z
  .union([z.int(), z.string().regex(/^-?\d+$/)])
  .nullish()
  .transform((amount) => (amount === undefined || amount === null ? null : BigInt(amount)));
const instrumentSchema = z
  .object({
    id: z.string().min(1),
    type: text,
    description: text,
    currency: text,
    able_to_fund: z.boolean().nullish(),
    reasons_not_able_to_fund: z.array(z.string()).nullish(),
    start_time: text,
    end_time: text,
    credit_limit_local_micro: micro,
    credit_remaining_local_micro: micro,
    funded_amount_local_micro: micro,
  })
  .transform(
    (record): SeenInstrument => ({
      id: record.id,
      type: record.type ?? '',
      description: record.description ?? '',
      currency: record.currency ?? '',
      ableToFund: record.able_to_fund ?? null,
      reasonsNotAbleToFund: record.reasons_not_able_to_fund ?? [],
      startTime: record.start_time ?? null,
      endTime: record.end_time ?? null,
      creditLimit: record.credit_limit_local_micro,
      creditRemaining: record.credit_remaining_local_micro,
      fundedAmount: record.funded_amount_local_micro,
    }),
  );

/**
 * The accounts that the credentials see (F-account-02), in the platform's order. Throws ADSYNC_ANSWER_INVALID for a record
 * that is no account, and what the client throws.
 */
export async function listAccounts(client: PlatformClient): Promise<readonly ListedAccount[]> {
  return await readRecords(client, { path: '/12/accounts' }, accountSchema);
}

/**
 * What the user of the credentials may do in an account, and what pays for campaigns there; `null` for what the platform
 * refuses to tell this user. Throws as `listAccounts`.
 */
export async function readSeenAccount(client: PlatformClient, account: ListedAccount): Promise<SeenAccount> {
  const { id: accountId } = account;
  const path = `/12/accounts/${encodeURIComponent(accountId)}/funding_instruments`;
  const [permissions, fundingInstruments] = await Promise.all([
    unlessForbidden(async () => (await readCaller({ client, accountId })).caller.permissions),
    unlessForbidden(async () => await readRecords(client, { path, accountId }, instrumentSchema)),
  ]);
  return { ...account, permissions, fundingInstruments };
}

async function readRecords<T>(
  client: PlatformClient,
  { path, accountId }: { readonly path: string; readonly accountId?: string },
  schema: z.ZodType<T>,
): Promise<readonly T[]> {
  const found: T[] = [];
  const request = { host: 'ads', path, ...(accountId !== undefined && { accountId }) } as const;
  for await (const { records } of client.list(request)) {
    const page = z.array(schema).safeParse(records);
    if (!page.success)
      throw new AdsyncError('ADSYNC_ANSWER_INVALID', `the platform answered a record that cannot be read`, {
        lines: [`GET ${path}`, z.prettifyError(page.error).split('\n')[0] ?? ''],
      });
    found.push(...page.data);
  }
  return found;
}

/** A role may lack the right to read something of an account, and sees the others all the same (F-account-04). */
async function unlessForbidden<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError && error.outcome === 'refused' && error.status === 403) return null;
    throw error;
  }
}
