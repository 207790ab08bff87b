import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LookupCache } from './lookup-cache.ts';
import type { TargetingList } from './targeting-lists.ts';

/** A row of a list, as the platform wrote it. */
export type ListRow = Readonly<Record<string, unknown>>;

/** Lists change rarely, and five reads in fifteen minutes are allowed (F-rate-01). */
const freshMs = 30 * 24 * 60 * 60 * 1000;
/** So many pages are read of one list: the reads that are allowed at once. */
const mostPages = 5;

const pageSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().min(1).nullish(),
});

/**
 * The rows of a list for some parameters: as kept, for up to 30 days, else as the platform answers now; `isWhole` is false
 * where there are more. Throws ADSYNC_ANSWER_INVALID, and what the client throws.
 */
export async function readTargetingList(
  client: PlatformClient,
  { name, path, pageSize }: TargetingList,
  query: Readonly<Record<string, string>>,
  { cache, now }: { readonly cache: LookupCache | undefined; readonly now: number },
): Promise<{ readonly rows: readonly ListRow[]; readonly isWhole: boolean }> {
  const asked = createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 32);
  const key = `targeting-${name}-${asked}`;
  const kept = await cache?.read(key);
  const old = kept?.rows ?? undefined;
  if (kept !== undefined && old !== undefined && now >= kept.at && now - kept.at < freshMs)
    return { rows: old, isWhole: true };
  const rows: Readonly<Record<string, unknown>>[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const ofPage = {
      ...query,
      ...(pageSize !== undefined && { count: String(pageSize) }),
      ...(cursor !== undefined && { cursor }),
    };
    const { body } = await client.call({ host: 'ads', method: 'GET', path, query: ofPage });
    const parsed = pageSchema.safeParse(body);
    if (!parsed.success)
      throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform answered no list', { lines: [path] });
    rows.push(...parsed.data.data);
    cursor = parsed.data.next_cursor ?? undefined;
    if (cursor === undefined) {
      await cache?.write(key, { at: now, rows });
      return { rows, isWhole: true };
    }
  }
  return { rows, isWhole: false };
}
