import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { knownEntries } from './known-entries.ts';
import type { Run } from './run.ts';
import { unknownAddress } from './scope.ts';

/** The sorts of posts, as the platform calls them (F-post-02). */
export const postTypes = ['PUBLISHED', 'SCHEDULED', 'DRAFT'] as const;
export type PostType = (typeof postTypes)[number];

/** A post that is named on the command line. */
export interface NamedPost {
  /** As it was named. */
  readonly named: string;
  readonly id: string;
  /** `undefined` where nothing says of which sort it is. */
  readonly type: PostType | undefined;
  /** The account that it was declared in. */
  readonly account: { readonly key: string; readonly id: string } | undefined;
}

const typeOfKind: Readonly<Record<string, PostType>> = {
  post: 'PUBLISHED',
  scheduled_post: 'SCHEDULED',
  draft_post: 'DRAFT',
};

/**
 * The posts that are named by addresses of the state or by ids, each once. Throws ADSYNC_ADDRESS_UNKNOWN, and ADSYNC_USAGE
 * for what is neither.
 */
export async function namedPosts(run: Run, names: readonly string[]): Promise<readonly NamedPost[]> {
  const strange = names.find((name) => !name.includes('/') && !/^\d{1,19}$/.test(name));
  if (strange !== undefined)
    throw new AdsyncError('ADSYNC_USAGE', `${JSON.stringify(strange.slice(0, 60))} is no post`, {
      remedy: 'Name a post by its id, a number, or by its address, such as acme-us/posts/hero.',
    });
  const entries = (await knownEntries(run)).filter(({ kind }) => Object.hasOwn(typeOfKind, kind));
  const posts = names.map((named): NamedPost => {
    const entry = entries.find(({ address, id }) => address === named || id === named);
    if (entry === undefined && named.includes('/'))
      throw unknownAddress(
        named,
        entries.map(({ address }) => address),
      );
    const account = entry === undefined ? undefined : { key: entry.accountKey, id: entry.accountId };
    return { named, id: entry?.id ?? named, type: typeOfKind[entry?.kind ?? ''], account };
  });
  return [...new Map(posts.map((post) => [`${post.type} ${post.id}`, post])).values()];
}
