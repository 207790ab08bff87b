import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { childKinds, kindNamed, rootKind } from '../schemas/registry.ts';
import { plainText } from '../schemas/values.ts';
import { importableRecords } from './importable-records.ts';
import { createKeyBook, type KeyBook } from './keys.ts';

/** A live record with the key that it gets, and what stands below it, by kind in the order of the document. */
export interface Branch {
  readonly kind: Kind;
  readonly record: LiveRecord;
  /** Empty for the member of a set, which has none. */
  readonly key: string;
  readonly below: readonly Branch[];
}

/** The account as a tree of what an import takes; `accountKey` is the key of the account. */
export function growTree(records: readonly LiveRecord[], accountId: string, accountKey: string): Branch {
  const taken = importableRecords(records);
  const byParent = Map.groupBy(taken, (record) => placeOf(record));
  const grow = (record: LiveRecord, key: string): Branch => {
    const kind = kindNamed(record.kind);
    const books = new Map<string, KeyBook>();
    const below = childKinds(kind.name).flatMap((child) => {
      const book = bookFor(books, child, key);
      return (byParent.get(`${child.name} ${record.id}`) ?? []).map((each) =>
        grow(each, child.form === 'set' ? '' : book.keyFor(child, each)),
      );
    });
    return { kind, record, key, below };
  };
  const root = taken.find(({ kind, id }) => kind === rootKind.name && id === accountId);
  return grow(root ?? unread(accountId), accountKey);
}

/** Records that one field can refer to by key have no key in common, whichever kind they are of. */
function bookFor(books: Map<string, KeyBook>, { name, referredBy }: Kind, above: string): KeyBook {
  const book = books.get(referredBy ?? name) ?? createKeyBook(above);
  books.set(referredBy ?? name, book);
  return book;
}

/** The kind of a record and the id of what it stands under. */
function placeOf({ kind: name, fields, accountId }: LiveRecord): string {
  const { parentField } = kindNamed(name);
  return `${name} ${parentField === undefined ? accountId : plainText(fields[parentField])}`;
}

function unread(accountId: string): LiveRecord {
  return { kind: rootKind.name, accountId, id: accountId, fields: {}, deleted: false, updatedAt: undefined };
}

/** Every branch, parents first. */
export function branchesOf(tree: Branch): readonly Branch[] {
  return [tree, ...tree.below.flatMap(branchesOf)];
}
