import { z } from 'zod';
import { type AccountReader, askOnce } from './ask-once.ts';
import type { PromotableUser } from './promotable-users.ts';

/** Users by what is known of each; a user in no list is there. */
export interface FoundUsers {
  readonly absent: readonly string[];
  /** The platform did not say. */
  readonly unknown: readonly string[];
}

/** One request tells of one user, so that no more are asked for. */
const mostAsked = 50;

const problem = z.object({
  type: z.string().endsWith('/resource-not-found'),
  resource_type: z.literal('user').optional(),
});
const refused = z.union([problem, z.object({ errors: z.array(z.unknown()) })]);

/**
 * Looks for users: those whom the account may promote are there; of every other one the data API is asked for a post,
 * which tells where there is no such user (F-data-13, F-data-17, F-data-18).
 */
export async function findUsers(
  { client }: AccountReader,
  ids: readonly string[],
  promotable: () => Promise<readonly PromotableUser[] | undefined>,
): Promise<FoundUsers> {
  const users = await promotable();
  const rest = ids.filter((id) => users?.some(({ userId }) => userId === id) !== true);
  const absent: string[] = [];
  const unknown = rest.slice(mostAsked);
  await Promise.all(
    rest.slice(0, mostAsked).map(async (id) => {
      const path = `/2/users/${encodeURIComponent(id)}/tweets`;
      const answered = await askOnce(client, { host: 'base', path, query: { max_results: '5' } });
      const said = whatIsSaid(answered?.text ?? '', answered?.failure === undefined);
      if (said === 'absent') absent.push(id);
      if (said === 'unknown') unknown.push(id);
    }),
  );
  return {
    absent: ids.filter((id) => absent.includes(id)),
    unknown: ids.filter((id) => unknown.includes(id)),
  };
}

function whatIsSaid(text: string, isSuccess: boolean): 'absent' | 'unknown' | 'there' {
  const { data } = refused.safeParse(parsed(text));
  if (data === undefined) return isSuccess ? 'there' : 'unknown';
  if ('type' in data) return 'absent';
  return data.errors.some((each) => problem.required().safeParse(each).success) ? 'absent' : 'unknown';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
