import { z } from 'zod';
import { type AccountReader, askOnce } from './ask-once.ts';

/** A user whose posts an account may promote (F-account-10). */
export interface PromotableUser {
  readonly userId: string;
  /** True for the account's own user, whose posts are listed where no author is named. */
  readonly isOwn: boolean;
}

const answer = z.object({
  data: z.array(
    z.object({ user_id: z.string(), promotable_user_type: z.string(), deleted: z.boolean().default(false) }),
  ),
  next_cursor: z.string().min(1).nullish(),
});

/** The promotable users of an account; `undefined` where the platform does not say, or not in one answer. */
export async function readPromotableUsers({
  client,
  accountId,
}: AccountReader): Promise<readonly PromotableUser[] | undefined> {
  const path = `/12/accounts/${encodeURIComponent(accountId)}/promotable_users`;
  const answered = await askOnce(client, { host: 'ads', path, accountId, query: { count: '1000' } });
  const { data } = answer.safeParse(answered?.body);
  if (data === undefined || (data.next_cursor ?? null) !== null) return undefined;
  return data.data
    .filter(({ deleted }) => !deleted)
    .map(({ user_id: userId, promotable_user_type: type }) => ({ userId, isOwn: type === 'FULL' }));
}
