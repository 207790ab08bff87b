import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed, rootKind } from '../schemas/registry.ts';
import { ownValue, plainText } from '../schemas/values.ts';
import { withArticle } from '../schemas/with-article.ts';
import { readCaller } from './read-caller.ts';
import { type Reader, readBelow, readList, readSingle } from './read-list.ts';

/** Which live records of an account are asked for. */
export interface RecordChoice {
  readonly kind: Kind;
  /** Only these; all unless there are any. */
  readonly ids: readonly string[];
  /** Only what stands beneath these records; whatever it stands beneath unless there are any. */
  readonly parentIds: readonly string[];
  readonly deletedToo: boolean;
}

/**
 * The live records that are asked for, each once, in the platform's order. What stands in lists of single records, such as
 * targeting, is read beneath all of them unless some are named. Throws ADSYNC_USAGE for a kind whose records nothing lists,
 * and for parents of a kind that stands beneath the account; ADSYNC_ANSWER_INVALID; and what the client throws.
 */
export async function getRecords(reader: Reader, choice: RecordChoice): Promise<readonly LiveRecord[]> {
  const { kind, ids, parentIds, deletedToo } = choice;
  const { parentField } = kind;
  if (parentIds.length > 0 && parentField === undefined)
    throw new AdsyncError('ADSYNC_USAGE', `${withArticle(kind.title)} stands beneath no other record`, {
      remedy: 'Leave --parent out.',
    });
  const asked = { ...choice, ids: ids.map(sameId), parentIds: parentIds.map(sameId) };
  const records = await readChosen(reader, asked);
  const wanted = new Set(asked.ids);
  const parents = new Set(asked.parentIds);
  const isWanted = ({ id, fields, deleted }: LiveRecord): boolean =>
    (deletedToo || !deleted) &&
    (wanted.size === 0 || wanted.has(sameId(id))) &&
    (parents.size === 0 || parents.has(sameId(plainText(ownValue(fields, parentField ?? '')))));
  // A page can shift while the list is read, so that a record comes twice.
  return [...new Map(records.filter(isWanted).map((record) => [record.id, record])).values()];
}

/** Ids are the same in capitals (F-value-01). */
export function sameId(id: string): string {
  return id.toLowerCase();
}

async function readChosen(reader: Reader, choice: RecordChoice): Promise<readonly LiveRecord[]> {
  const { kind, ids, deletedToo } = choice;
  const { list, read } = kind.operations;
  if (read !== undefined && (list === undefined || (ids.length > 0 && list.idFilter === undefined)))
    return await readSingles(reader, kind, ids);
  if (list === undefined) throw unlisted(kind, 'No request of the platform shows it.');
  if (list.below !== undefined) return await readBeneath(reader, choice);
  const filter = ids.length > 0 && list.idFilter !== undefined ? { ids } : {};
  const deleted = deletedToo ? { deletedToo } : {};
  return (await readList(reader, { kind: kind.name, ...filter, ...deleted })).records;
}

/** Records that are read one by one; those that are not there are left out. */
async function readSingles(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<readonly LiveRecord[]> {
  const chosen = ids.length > 0 ? ids : [await onlyId(reader, kind)];
  const found = await Promise.all(
    chosen.map(async (id) => {
      const own = kind === rootKind ? { ...reader, accountId: id } : reader;
      try {
        return (await readSingle(own, { kind: kind.name, id })).records;
      } catch (error) {
        if (error instanceof PlatformError && error.outcome === 'refused' && error.status === 404) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/** The id of what there is one of: settings of a user go by the user's id, everything else by the account's. */
async function onlyId(reader: Reader, kind: Kind): Promise<string> {
  if (kind === rootKind || kind.form === 'only') return reader.accountId;
  return (await readCaller(reader)).caller.id;
}

async function readBeneath(
  reader: Reader,
  { kind, parentIds, deletedToo }: RecordChoice,
): Promise<readonly LiveRecord[]> {
  const parent = kindNamed(kind.parent ?? rootKind.name);
  if (parentIds.length === 0 && parent.operations.list === undefined)
    throw unlisted(kind, `Name ${withArticle(parent.title)} that it stands beneath: --parent ID.`);
  const ids =
    parentIds.length > 0
      ? parentIds
      : (await getRecords(reader, { kind: parent, ids: [], parentIds: [], deletedToo })).map(({ id }) => id);
  return (await readBelow(reader, kind, [{ ids, gone: [] }], deletedToo)).records;
}

function unlisted(kind: Kind, remedy: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `the platform lists no ${kind.title} of an account`, { remedy });
}
