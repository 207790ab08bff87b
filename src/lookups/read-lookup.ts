import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { KeptLookup, LookupCache } from './lookup-cache.ts';

/** A list of the whole platform that a document can be held against. */
export type LookupName = 'advertiser_business_categories' | 'bidding_rules' | 'content_categories';

/** The rows of a lookup, and when they were read, in milliseconds since 1970. */
export interface Lookup {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly at: number;
}

// Bidding rules are to be read anew every month (F-lookup-02); five reads in fifteen minutes are allowed (F-rate-01), so
// that what failed is left alone for as long.
const freshMs = 30 * 24 * 60 * 60 * 1000;
const retryMs = 15 * 60 * 1000;

const page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullish(),
});

/**
 * The rows of a lookup: as kept, for up to 30 days, else as the platform answers now. `undefined` where it cannot be
 * read, and then not asked for again for a quarter of an hour: what it serves is a convenience.
 */
export async function readLookup(
  name: LookupName,
  {
    client,
    cache,
    now,
  }: { readonly client: PlatformClient; readonly cache: LookupCache; readonly now: number },
): Promise<Lookup | undefined> {
  const kept = await cache.read(name);
  if (kept !== undefined && now - kept.at < (kept.rows === null ? retryMs : freshMs)) return lookupOf(kept);
  const rows = await ask(client, name);
  const read = { at: now, rows: rows ?? null };
  // What was read long ago is better than nothing.
  if (rows === undefined && kept !== undefined && kept.rows !== null) return lookupOf(kept);
  await cache.write(name, read);
  return lookupOf(read);
}

function lookupOf({ rows, at }: KeptLookup): Lookup | undefined {
  return rows === null ? undefined : { rows, at };
}

async function ask(client: PlatformClient, name: LookupName): Promise<KeptLookup['rows'] | undefined> {
  try {
    const answer = await client.call({ host: 'ads', method: 'GET', path: `/12/${name}` });
    const parsed = page.safeParse(answer.body);
    return parsed.success && (parsed.data.next_cursor ?? null) === null ? parsed.data.data : undefined;
  } catch (error) {
    if (error instanceof AdsyncError) return undefined;
    throw error;
  }
}
