import type { AccountReader } from '../live/ask-once.ts';
import { findPosts } from '../live/find-posts.ts';
import { findUsers } from '../live/find-users.ts';
import { type PromotableUser, readPromotableUsers } from '../live/promotable-users.ts';
import { violation } from '../planner/guards/guard.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Change, Plan, Violation } from '../schemas/plan.ts';
import { ownValue, plainText } from '../schemas/values.ts';
import { placeOfFirst, placesOf } from './places-of.ts';
import type { Planned } from './plan-fully.ts';
import type { Session } from './session.ts';

const rule = 'promoted';

/** Ids are numbers of 63 bits (F-value-02): larger ones are nobody's, and the platform refuses a list with one of them. */
const largestId = 9_223_372_036_854_775_807n;

/** What a check says: reasons to refuse the plan, and remarks about what is not certain. */
interface Said {
  readonly violations: readonly Violation[];
  readonly notes: readonly string[];
}

/**
 * The plan, refused where it would promote a post or a user that there is not (F-attachment-04, F-attachment-06), before
 * anything is written. Only what would be promoted anew is looked for; what this plan publishes and what was read is
 * known. What the platform does not say, and posts of users whom the account does not list as promotable, are noted:
 * that they are refused is not documented (F-account-10).
 */
export async function checkPromoted(
  { run, client }: Pick<Session, 'run' | 'client'>,
  planned: Planned,
): Promise<Planned> {
  const { made, surveyed } = planned;
  const { plan } = made;
  const isAccepted = plan.consents.some(({ consent, address }) => consent === 'override' && address === rule);
  const promoted = isAccepted ? [] : promotedBy(plan);
  if (promoted.length === 0) return planned;
  const known = knownIn(surveyed.live);
  const unsure = promoted.filter(({ what, id, change }) => !known.has(`${change.account_id} ${what} ${id}`));
  if (unsure.length === 0) return planned;
  const said = await run.frontend.progress('Looking for what is to be promoted', async () =>
    Promise.all(
      [...Map.groupBy(unsure, ({ change }) => change.account_id)].map(async ([accountId, own]) => {
        const reader = { client, accountId };
        const promotable = once(async () => await readPromotableUsers(reader));
        const [posts, users] = (['post', 'user'] as const).map((what) =>
          Map.groupBy(
            own.filter((each) => each.what === what),
            ({ id }) => id,
          ),
        );
        return [
          await checkPosts(reader, posts ?? new Map(), promotable),
          await checkUsers(reader, users ?? new Map(), promotable),
        ];
      }),
    ),
  );
  for (const note of said.flat().flatMap(({ notes }) => notes)) run.frontend.note(note);
  const violations = said.flat().flatMap((each) => each.violations);
  if (violations.length === 0) return planned;
  return {
    ...planned,
    made: { ...made, plan: { ...plan, violations: [...plan.violations, ...violations] } },
  };
}

/** A post or a user that a change promotes. */
interface Promoted {
  readonly what: 'post' | 'user';
  readonly id: string;
  readonly change: Change;
}

const fieldOf = {
  promoted_post: { what: 'post', wire: 'tweet_id' },
  promoted_account: { what: 'user', wire: 'user_id' },
} as const;

/** Posts that were read, and what an account promotes already. */
function knownIn(live: readonly LiveAccount[]): ReadonlySet<string> {
  return new Set(
    live.flatMap(({ accountId, records }) =>
      records.flatMap(({ kind, id, fields, deleted }) => {
        if (deleted) return [];
        if (kind === 'post') return [`${accountId} post ${id}`];
        if (!isPromoting(kind)) return [];
        const { what, wire } = fieldOf[kind];
        return [`${accountId} ${what} ${plainText(ownValue(fields, wire))}`];
      }),
    ),
  );
}

function isPromoting(kind: string): kind is keyof typeof fieldOf {
  return Object.hasOwn(fieldOf, kind);
}

/** What the plan would promote anew and was there before it, with ids as the platform writes them. */
function promotedBy({ changes, steps }: Plan): readonly Promoted[] {
  const created = new Set(
    steps
      .flatMap(({ operations }) => operations)
      .flatMap(({ operation_type: type, address }) => (type === 'Create' ? [address] : [])),
  );
  return changes.flatMap((change) => {
    const { kind, address, after } = change;
    if (!isPromoting(kind) || !created.has(address)) return [];
    const { what, wire } = fieldOf[kind];
    const id = ownValue(after, wire);
    // The id of something that is made by this plan is none yet.
    return typeof id === 'string' && /^\d+$/.test(id) ? [{ what, id: String(BigInt(id)), change }] : [];
  });
}

type ById = ReadonlyMap<string, readonly Promoted[]>;
type Promotable = () => Promise<readonly PromotableUser[] | undefined>;

async function checkPosts(reader: AccountReader, posts: ById, promotable: Promotable): Promise<Said> {
  const { possible, impossible } = byLength(posts);
  const found =
    possible.length === 0
      ? { absent: [], foreign: [], unknown: [] }
      : await findPosts(reader, possible, promotable);
  const at = (id: string): readonly Change[] => changesOf(posts, id);
  return {
    violations: [...impossible, ...found.absent].map((id) =>
      refuse(
        at(id),
        `there is no post ${id} that could be promoted`,
        'Write the number at the end of its address, or take it out.',
        'TWEET_NOT_FOUND',
      ),
    ),
    notes: [
      ...found.foreign.map(
        ({ id, authorId }) =>
          `${placesOf(at(id))}: post ${id} is by user ${authorId}, who is not among the promotable users of the account. The platform may refuse it.`,
      ),
      ...notSaid('post', found.unknown, at),
    ],
  };
}

async function checkUsers(reader: AccountReader, users: ById, promotable: Promotable): Promise<Said> {
  const { possible, impossible } = byLength(users);
  const found =
    possible.length === 0 ? { absent: [], unknown: [] } : await findUsers(reader, possible, promotable);
  const at = (id: string): readonly Change[] => changesOf(users, id);
  return {
    violations: [...impossible, ...found.absent].map((id) =>
      refuse(
        at(id),
        `there is no user ${id} who could be promoted`,
        'Write the number of the user, or take it out.',
        'INVALID_USER',
      ),
    ),
    notes: notSaid('user', found.unknown, at),
  };
}

function byLength(ids: ById) {
  const all = [...ids.keys()];
  return { possible: all.filter(isPossible), impossible: all.filter((id) => !isPossible(id)) };
}

function isPossible(id: string): boolean {
  return BigInt(id) <= largestId;
}

function changesOf(ids: ById, id: string): readonly Change[] {
  return (ids.get(id) ?? []).map(({ change }) => change);
}

function refuse(changes: readonly Change[], message: string, remedy: string, code: string): Violation {
  const more = changes.length === 1 ? '' : ` (promoted ${changes.length} times)`;
  return violation(rule, changes[0]?.address ?? '', `${placeOfFirst(changes)}${message}${more}`, remedy, {
    override: `--override ${rule}`,
    platform_code: code,
  });
}

function notSaid(
  what: Promoted['what'],
  ids: readonly string[],
  at: (id: string) => readonly Change[],
): readonly string[] {
  const [first] = ids;
  if (first === undefined) return [];
  const which = ids.length === 1 ? `${what} ${first} is` : `${ids.length} ${what}s, ${first} first, are`;
  return [`${placesOf(at(first))}: not checked whether ${which} there: the platform did not say.`];
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return async () => {
    begun ??= work();
    return await begun;
  };
}
