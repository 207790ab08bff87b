import type { PlatformClient } from '../platform/client.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import {
  checkBusinessCategories,
  checkContentCategories,
  contentTargeting,
  prerollItems,
} from './check-categories.ts';
import { amountsIn, checkDenominations } from './check-denominations.ts';
import type { LookupCache } from './lookup-cache.ts';
import type { LookupFinding } from './lookup-finding.ts';
import { type Lookup, type LookupName, readLookup } from './read-lookup.ts';

/** What the platform's lists say about a document. */
export interface LookupReport {
  readonly findings: readonly LookupFinding[];
  /** Which lists were used, and since when they are kept, in milliseconds since 1970. */
  readonly used: readonly { readonly name: LookupName; readonly at: number }[];
  /** Lists that could not be read: what needs them is not checked. */
  readonly unread: readonly LookupName[];
}

export interface LookupCheck {
  readonly document: DesiredDocument;
  readonly live: readonly LiveAccount[];
  readonly client: PlatformClient;
  readonly cache: LookupCache;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Check {
  readonly name: LookupName;
  readonly isNeeded: (document: DesiredDocument) => boolean;
  readonly findings: (check: LookupCheck, lookup: Lookup) => readonly LookupFinding[];
}

const checks: readonly Check[] = [
  {
    name: 'advertiser_business_categories',
    isNeeded: (document) => prerollItems(document).length > 0,
    findings: ({ document }, lookup) => checkBusinessCategories(document, lookup),
  },
  {
    name: 'content_categories',
    isNeeded: (document) => contentTargeting(document).length > 0,
    findings: ({ document }, lookup) => checkContentCategories(document, lookup),
  },
  {
    name: 'bidding_rules',
    isNeeded: (document) => amountsIn(document).length > 0,
    findings: ({ document, live }, lookup) => checkDenominations(document, live, lookup),
  },
];

/** Holds a document against those of the platform's lists that it needs; lists that cannot be read are named. */
export async function checkLookups(check: LookupCheck): Promise<LookupReport> {
  const needed = checks.filter(({ isNeeded }) => isNeeded(check.document));
  const read = await Promise.all(
    needed.map(async (each) => ({ ...each, lookup: await readLookup(each.name, check) })),
  );
  return {
    findings: read.flatMap(({ findings, lookup }) => (lookup === undefined ? [] : findings(check, lookup))),
    used: read.flatMap(({ name, lookup }) => (lookup === undefined ? [] : [{ name, at: lookup.at }])),
    unread: read.flatMap(({ name, lookup }) => (lookup === undefined ? [name] : [])),
  };
}
