import { hash } from 'node:crypto';

/** Watches the pages of one list for signs that it has no end. */
export interface PageGuard {
  /** What is wrong after one more page, which led to this cursor; `undefined` while nothing is. */
  problemAfter(records: readonly unknown[], nextCursor: string | undefined): string | undefined;
}

/** Far beyond the largest account: ten million records of a list with pages of 1,000. */
const mostPages = 10_000;
/** A list may filter a few pages away; one that goes on without anything new does not end. */
const mostWithoutNews = 100;

/** A guard that has seen no page; it keeps a digest of each cursor and of each page's first record, and nothing else. */
export function guardPages(): PageGuard {
  const cursors = new Set<string>();
  const firsts = new Set<string>();
  let withoutNews = 0;
  return {
    problemAfter: ([first], nextCursor) => {
      // A page holds nothing new where it is empty, or begins as an earlier one did.
      const known = first === undefined ? undefined : digestOf(JSON.stringify(first));
      withoutNews = known === undefined || firsts.has(known) ? withoutNews + 1 : 0;
      if (known !== undefined) firsts.add(known);
      if (withoutNews > mostWithoutNews)
        return `${mostWithoutNews} pages in a row without a new record, and no end,`;
      if (cursors.size === mostPages) return `${mostPages} pages and no end`;
      if (nextCursor === undefined) return undefined;
      const cursor = digestOf(nextCursor);
      if (cursors.has(cursor)) return 'the same cursor twice';
      cursors.add(cursor);
      return undefined;
    },
  };
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64');
}
