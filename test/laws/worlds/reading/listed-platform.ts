import type { PlatformClient } from '../../../../src/platform/client.ts';
import type { ListPage, ListRequest } from '../../../../src/platform/list-pages.ts';
import type { Kind } from '../../../../src/schemas/define-kind.ts';
import type { LiveRecord } from '../../../../src/schemas/live-record.ts';
import { allKinds } from '../../../../src/schemas/registry.ts';
import { plainText } from '../../../../src/schemas/values.ts';

/** What a platform of a few lines lists, and when. */
export interface Listed {
  readonly records: Iterable<Omit<LiveRecord, 'accountId'>>;
  /** Milliseconds since 1970, by the platform's clock. */
  readonly now: number;
}

/** A client of a platform that only lists records, a few on a page, and counts its pages. */
export interface ListedClient extends PlatformClient {
  /** Pages that were asked for, by kind. */
  readonly pages: ReadonlyMap<string, number>;
}

/**
 * Lists what `listed` gives at the time of each page, by the parameters of the kinds. A cursor goes on after the last
 * record of the page before, wherever that is by then.
 */
export function listedClient(
  listed: () => Listed,
  pageSize: number,
  {
    sandbox,
    afterPage = () => {},
  }: { readonly sandbox?: () => string; readonly afterPage?: () => void } = {},
): ListedClient {
  const pages = new Map<string, number>();
  async function* list({ path, query = {} }: ListRequest): AsyncGenerator<ListPage, void, void> {
    const { kind, parentId } = kindListedAt(path);
    const byTime = query['sort_by'] === 'updated_at-desc';
    const before = (a: Sorted, b: Sorted): number =>
      (byTime ? compare(b.updatedAt, a.updatedAt) : 0) || compare(a.id, b.id);
    let last: Sorted | undefined;
    for (let hasNext = true; hasNext; ) {
      pages.set(kind.name, (pages.get(kind.name) ?? 0) + 1);
      const { records, now } = listed();
      const left = [...records]
        .filter((record) => fits(kind, record, { parentId, query }))
        .filter((record) => last === undefined || before(last, record) < 0)
        .sort(before);
      hasNext = left.length > pageSize;
      const shown = left.slice(0, pageSize);
      last = shown.at(-1) ?? last;
      yield await Promise.resolve({ records: shown.map(wireForm), date: now, hasNext });
      afterPage();
    }
  }
  return {
    pages,
    requests: 0,
    reads: 0,
    parallel: 4,
    get sandbox() {
      return sandbox?.();
    },
    untilRoom: async () => await Promise.resolve(),
    call: async ({ path }) => await Promise.reject(new Error(`${path} is no list`)),
    close: async () => await Promise.resolve(),
    list,
  };
}

function kindListedAt(path: string): { readonly kind: Kind; readonly parentId: string | undefined } {
  for (const kind of allKinds) {
    const template = kind.operations.list?.path ?? '';
    const pattern = template.replace(':account_id', '[^/]+').replace(':parent_id', '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match !== null && template !== '') return { kind, parentId: match[1] };
  }
  throw new Error(`nothing is listed at ${path}`);
}

interface Filters {
  readonly parentId: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

function fits(
  { name, parentField = '', operations: { list } }: Kind,
  { kind, id, fields, deleted }: Omit<LiveRecord, 'accountId'>,
  { parentId, query }: Filters,
): boolean {
  const above = fields[parentField];
  const isIn = (parameter: string | undefined, text: string): boolean => {
    const chosen = parameter === undefined ? undefined : query[parameter];
    return chosen === undefined || chosen.split(',').includes(text);
  };
  const below = typeof list?.below === 'object' ? list.below.parameter : undefined;
  const parent = above === undefined ? '' : plainText(above);
  return (
    kind === name &&
    (!deleted || query['with_deleted'] === 'true') &&
    (fields['entity_status'] !== 'DRAFT' || query['with_draft'] === 'true') &&
    isIn(list?.idFilter, id) &&
    isIn(below, parent) &&
    (parentId === undefined || parent === parentId)
  );
}

type Sorted = Pick<LiveRecord, 'id' | 'updatedAt'>;

function compare(left = '', right = ''): number {
  return Number(left > right) - Number(left < right);
}

function wireForm({ id, fields, deleted, createdAt, updatedAt }: Omit<LiveRecord, 'accountId'>) {
  return { ...fields, id, deleted, created_at: createdAt ?? updatedAt, updated_at: updatedAt };
}
