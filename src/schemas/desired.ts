import type { ReadPlaces, RememberedFile } from './home.ts';
import type { Value, Values } from './values.ts';

/** A place in the user's document: the file relative to the working directory with `/`, line and column from 1. */
export interface Source {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What the document says about handling a resource, beside its fields. */
export interface Lifecycle {
  readonly preventDestroy: boolean;
  readonly adopt: boolean;
  /** A new record may take its place although that loses something for good. */
  readonly allowReplace: boolean;
  /** Wire names of fields, and sections that are sets, whose outside changes are left alone. */
  readonly ignoreChanges: readonly string[];
}

/** One resource as the document declares it. */
export interface DesiredResource {
  /** The path of keys: `acme-us/campaigns/spring-sale`; an account's address is its key. */
  readonly address: string;
  /** A registered kind. */
  readonly kind: string;
  readonly accountKey: string;
  /** The address of the entry it stands in; `undefined` for accounts. */
  readonly parent: string | undefined;
  /** The platform's id where the document gives it: the resource exists already and is never created or deleted. */
  readonly id: string | undefined;
  /** Declared fields only, by wire name; `null` must be unset; a reference by key is `{ id_of: ADDRESS }`, at any depth. */
  readonly fields: Values;
  readonly lifecycle: Lifecycle;
  /** Kinds of sets that its entry gives, also as an empty list: whatever else of them is live under it is drift. */
  readonly sets: readonly string[];
  readonly source: Source;
  /** Where the state remembers that file. */
  readonly home: RememberedFile;
  /** Where each declared field's value stands, by wire name. */
  readonly fieldSources: { readonly [wire: string]: Source };
}

/** Limits of an account, from its entry in the document. */
export interface AccountLimits {
  /** The most ACTIVE campaigns: 200, or 8000 once raised (F-campaign-06). */
  readonly activeCampaigns: number;
  /** Which campaigns count against it. */
  readonly count: 'active' | 'not_deleted';
  /** The most ACTIVE line items, where the account knows its limit. */
  readonly lineItems: number | undefined;
  /** Operations a batch at most, by the kind's batch limit name. */
  readonly batch: { readonly [limit: string]: number };
}

export interface DesiredAccount {
  readonly key: string;
  /** The platform's account id. */
  readonly id: string;
  readonly limits: AccountLimits;
}

/** A number of resources, or a share of those that are managed. */
export type Share = { readonly count: number } | { readonly percent: number };

/** Guards of the document's `policy`, with the defaults filled in. */
export interface Policy {
  readonly maxDeletes: Share;
  readonly maxUpdates: Share | undefined;
  /** Micro units a day, per account and currency. */
  readonly maxDailyBudget: number | undefined;
  readonly maxDailyBudgetIncrease: Share | undefined;
  readonly maxBudgetFactor: number;
  /** Micro units, in whatever currency. */
  readonly maxBid: number | undefined;
  readonly maxBidFactor: number;
  /** Of the members of one audience that were pushed last. */
  readonly maxMemberRemovals: Share;
  readonly undoDrift: 'ask' | 'allow';
  readonly forbid: readonly Forbidden[];
  readonly flights: FlightWindow;
  readonly freeze: readonly Freeze[];
  /** Patterns that names must match, by kind. */
  readonly names: { readonly [kind: string]: string };
}

/** What may be forbidden: what a plan does to a resource, and what that means for its spending. */
export const forbiddenActions = [
  'create',
  'update',
  'replace',
  'delete',
  'adopt',
  'pause',
  'activate',
] as const;

/** An action that no plan may take, as far as it is narrowed to a kind and an address pattern. */
export interface Forbidden {
  readonly action: (typeof forbiddenActions)[number];
  readonly kind: string | undefined;
  readonly address: string | undefined;
}

/** When what is declared may run; times are ISO 8601 in UTC. */
interface FlightWindow {
  readonly maxDays: number | undefined;
  readonly earliest: string | undefined;
  readonly latest: string | undefined;
}

/** A time in which nothing may change on the platform, its end excluded; ISO 8601 in UTC. */
interface Freeze {
  readonly from: string;
  readonly to: string;
}

/** Everything the planner needs to know of the document. */
export interface DesiredDocument {
  /** `sha256:…` over the files' bytes and the values of variables. */
  readonly digest: string;
  readonly accounts: readonly DesiredAccount[];
  /** Parents before children, otherwise in the document's order. Each account is a resource too. */
  readonly resources: readonly DesiredResource[];
  readonly moved: readonly { readonly from: string; readonly to: string; readonly source: Source }[];
  readonly removed: readonly { readonly from: string; readonly destroy: boolean; readonly source: Source }[];
  /** Lines of both with a `*` for a part of one step, the same part on both sides; left out where there are none. */
  readonly patterns?: Pick<DesiredDocument, 'moved' | 'removed'>;
  readonly policy: Policy;
  /** The same by the document's names, every value as its source text; left out where no file that was read has a policy. */
  readonly givenPolicy?: { readonly [rule: string]: Value };
  /** Files that were read, relative to the working directory. */
  readonly files: readonly string[];
  /** What was read, by every name that the state may know it by. */
  readonly places: ReadPlaces;
}
