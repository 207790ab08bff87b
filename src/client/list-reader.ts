import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { guardPages } from '../platform/page-guard.ts';
import type { List } from './client-types.ts';
import type { EndpointFacts } from './endpoint-facts.ts';

const pageSchema = z.looseObject({
  data: z.array(z.unknown()),
  next_cursor: z.string().nullish(),
  meta: z.looseObject({ next_token: z.string().nullish() }).nullish(),
});
const inputSchema = z.record(z.string(), z.unknown());

/**
 * A list that is read as far as somebody asks. Pages of the advertising API follow `next_cursor` (F-list-01), those of the
 * data API `meta.next_token` (F-list-04). Throws what `fetchPage` throws, and ADSYNC_ANSWER_INVALID for a list that would go
 * on for ever.
 */
export function listReader(
  facts: EndpointFacts,
  input: unknown,
  fetchPage: (input: unknown) => Promise<unknown>,
): List<unknown, unknown> {
  const pages = (): AsyncGenerator<unknown, void, void> => readPages(facts, input, fetchPage);
  return {
    page: async () => await fetchPage(input),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* pageSchema.parse(page).data;
    },
  };
}

async function* readPages(
  { method, path, takes }: EndpointFacts,
  input: unknown,
  fetchPage: (input: unknown) => Promise<unknown>,
): AsyncGenerator<unknown, void, void> {
  const guard = guardPages();
  let asked = input;
  for (;;) {
    const page = await fetchPage(asked);
    yield page;
    const { data, next_cursor: cursor, meta } = pageSchema.parse(page);
    const next = (path.startsWith('/2/') ? meta?.next_token : cursor) ?? undefined;
    const problem = guard.problemAfter(data, next);
    if (problem !== undefined)
      throw new AdsyncError('ADSYNC_ANSWER_INVALID', `the platform answered ${problem} to ${method} ${path}`);
    if (next === undefined) return;
    const name = path.startsWith('/2/') ? 'pagination_token' : 'cursor';
    if (!(`${name}?` in takes))
      throw new AdsyncError(
        'ADSYNC_ANSWER_INVALID',
        `the platform answered a page that leads to another one to ${method} ${path}, which has one page`,
      );
    // A count of all does not go with a cursor (F-list-01).
    const { with_total_count: _counted, ...rest } = inputSchema.parse(asked ?? {});
    asked = { ...rest, [name]: next };
  }
}
