import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Caller } from '../schemas/live-record.ts';
import type { Reader } from './read-list.ts';

const access = z.object({ data: z.object({ user_id: z.string(), permissions: z.array(z.string()) }) });

/**
 * Asks who the user of the credentials is, and may do in the account (F-account-05); `readAt` is the platform's time. Throws
 * ADSYNC_ANSWER_INVALID for an answer without that, and whatever the client throws.
 */
export async function readCaller({
  client,
  accountId,
}: Omit<Reader, 'seal'>): Promise<{ readonly caller: Caller; readonly readAt: number }> {
  const path = `/12/accounts/${encodeURIComponent(accountId)}/authenticated_user_access`;
  const answer = await client.call({ host: 'ads', method: 'GET', path, accountId });
  const body = access.safeParse(answer.body);
  if (!body.success)
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform did not say what the user may do', {
      lines: [path],
    });
  const { user_id: id, permissions } = body.data.data;
  return { caller: { id, permissions }, readAt: answer.date };
}
