import { type LiveAccount, wasReadCompletely } from '../schemas/live-record.ts';
import type { AccountNeeds, NeededList } from './needs.ts';
import type { RecordQuery } from './record-query.ts';

/** A reading, with what was asked for. */
export interface Covering {
  readonly needs: readonly AccountNeeds[];
  readonly live: readonly LiveAccount[];
}

/** True where a reading shows all that is needed by now. */
export function coversNeeds({ needs, live }: Covering, needed: readonly AccountNeeds[]): boolean {
  return needed.every((account) => {
    const asked = needs.find(({ accountId }) => accountId === account.accountId);
    const shown = live.find(({ accountId }) => accountId === account.accountId);
    if (asked === undefined || shown === undefined) return false;
    return (
      account.lists.every((list) =>
        asked.lists.some((known) => known.kind === list.kind && coversList(known, shown, list)),
      ) && includesAll(asked.singles, account.singles)
    );
  });
}

function coversList(
  asked: NeededList,
  shown: LiveAccount,
  { kind, below = [], eachOf = [], sufficient = [] }: NeededList,
): boolean {
  // What was read in part is enough only where no more is needed by now.
  const isPartial = shown.partial?.includes(kind) === true;
  if (isPartial && (sufficient.length === 0 || !includesAll(asked.sufficient ?? [], sufficient)))
    return false;
  // What was found by its name then is known by its id now.
  const wasBelow = (one: RecordQuery): boolean =>
    (one.id !== undefined && wasReadCompletely(shown, kind, one.id)) ||
    includesAll((asked.below ?? []).map(nameOf), [nameOf(one)]);
  return below.every(wasBelow) && includesAll(asked.eachOf ?? [], eachOf);
}

/** What a record is looked for by without its id, which may have become known in between. */
function nameOf({ kind, id, key }: RecordQuery): readonly unknown[] {
  if (key.length === 0) return [kind, id];
  const parts = key.map((part) => (isQuery(part) ? nameOf(part.query) : part));
  return [kind, ...parts];
}

function isQuery(part: RecordQuery['key'][number]): part is { readonly query: RecordQuery } {
  return typeof part === 'object' && part !== null && 'query' in part && typeof part.query === 'object';
}

function includesAll(all: readonly unknown[], some: readonly unknown[]): boolean {
  const texts = new Set(all.map((each) => JSON.stringify(each)));
  return some.every((each) => texts.has(JSON.stringify(each)));
}
