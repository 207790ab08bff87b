import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformAnswer } from './judge.ts';
import { guardPages } from './page-guard.ts';

interface Listed {
  readonly host: 'ads' | 'ads_sandbox';
  /** As in a call. */
  readonly path: string;
  /** Filters, which every page repeats. */
  readonly query?: Readonly<Record<string, string>>;
  readonly accountId?: string;
}

/** A list to be read to its end. */
export interface ListRequest extends Listed {
  /** Records on a page: the endpoint's own maximum, where it is not the usual 1,000. */
  readonly count?: number;
}

/** One page of a list. */
export interface ListPage {
  /** As the platform wrote them. */
  readonly records: readonly unknown[];
  /** When the page was answered, in milliseconds since 1970 by the platform's clock. */
  readonly date: number;
  /** Whether there is another page. */
  readonly hasNext: boolean;
}

const largestPage = 1000;
const pageSchema = z.object({ data: z.array(z.unknown()), next_cursor: z.string().min(1).nullish() });

/**
 * The pages of a list, in order, each read when it is asked for. `count` is 1,000 unless the request says otherwise
 * (F-list-01). Throws ADSYNC_ANSWER_INVALID for a page that is none, and for a list that would go on for ever: where a
 * cursor comes again, and where new cursors bring nothing new or no end; and what the call throws.
 */
export async function* listPages(
  call: (page: Listed & { readonly method: 'GET' }) => Promise<PlatformAnswer>,
  request: ListRequest,
): AsyncGenerator<ListPage, void, void> {
  const { count = largestPage, query, ...rest } = request;
  const guard = guardPages();
  let cursor: string | undefined;
  do {
    const ofPage = { ...query, count: String(count), ...(cursor !== undefined && { cursor }) };
    const { body, date } = await call({ ...rest, method: 'GET', query: ofPage });
    const page = pageSchema.safeParse(body);
    if (!page.success) throw invalid(request, 'a page without a list of records');
    cursor = page.data.next_cursor ?? undefined;
    yield { records: page.data.data, date, hasNext: cursor !== undefined };
    const problem = guard.problemAfter(page.data.data, cursor);
    if (problem !== undefined) throw invalid(request, problem);
  } while (cursor !== undefined);
}

function invalid({ path }: ListRequest, what: string): AdsyncError {
  return new AdsyncError('ADSYNC_ANSWER_INVALID', `the platform answered ${what} to GET ${path}`);
}
