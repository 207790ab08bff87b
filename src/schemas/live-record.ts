import type { Values } from './values.ts';

/** One record as the platform holds it. */
export interface LiveRecord {
  readonly kind: string;
  readonly accountId: string;
  readonly id: string;
  /** In normal form, by wire name: the kind's fields, its parent's id, and what the kind observes. */
  readonly fields: Values;
  readonly deleted: boolean;
  /** When the platform made it, where the record says so. */
  readonly createdAt?: string;
  /** When the platform last changed it, where the record says so. */
  readonly updatedAt: string | undefined;
}

/** The one name of a live record among those of all kinds and accounts. */
export function recordKey({ accountId, kind, id }: Pick<LiveRecord, 'accountId' | 'kind' | 'id'>): string {
  return `${accountId} ${kind} ${id}`;
}

/** The user of the credentials, and what that user may do in an account. */
export interface Caller {
  readonly id: string;
  /** Roles, as `authenticated_user_access` gives them (F-account-05). */
  readonly permissions: readonly string[];
}

/** What was read of one account. */
export interface LiveAccount {
  readonly accountId: string;
  /** Kinds whose records were read completely; of others only what was asked for by id. */
  readonly complete: readonly string[];
  /** Kinds of which the account holds more than what document and state know, and only that was read. */
  readonly partial?: readonly string[];
  /** Of kinds that are listed below given records: the ids of those below which all were read. */
  readonly below?: readonly { readonly kind: string; readonly parentIds: readonly string[] }[];
  readonly records: readonly LiveRecord[];
  /** Read only to name what refers to records that go: it is compared with nothing, and counted nowhere. */
  readonly referring?: {
    /** Kinds of which everything was read, whatever it stands beneath. */
    readonly complete: readonly string[];
    readonly records: readonly LiveRecord[];
  };
  /** Where it matters who asks. */
  readonly caller?: Caller;
  /** Platform time of the answers, the earliest, in milliseconds since 1970. */
  readonly readAt: number;
}

/** True where all records of the kind were read, of the account or below the record with the given id, so that absence means something. */
export function wasReadCompletely(
  { complete, below = [] }: Pick<LiveAccount, 'complete' | 'below'>,
  kind: string,
  parentId?: string,
): boolean {
  if (complete.includes(kind)) return true;
  return (
    parentId !== undefined && below.some((read) => read.kind === kind && read.parentIds.includes(parentId))
  );
}
