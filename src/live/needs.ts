import type { Values } from '../schemas/values.ts';
import type { RecordQuery } from './record-query.ts';

/** A list of one kind: all records of the account, or those named. */
export interface NeededList {
  readonly kind: string;
  /** Ids to ask for; left out, the list is read completely. */
  readonly ids?: readonly string[];
  /**
   * The ids of all records that matter, where those are known: the list is left, and those are read by their ids, once
   * that costs less than reading on.
   */
  readonly sufficient?: readonly string[];
  /** For a list of what stands below given records: those, to be found among what is read before. */
  readonly below?: readonly RecordQuery[];
  /** For a list that shows the records of one value only: those values, `undefined` for what it shows unasked. */
  readonly eachOf?: readonly (string | undefined)[];
  /** Set where deleted records count too, as far as the list can show them. */
  readonly deletedToo?: true;
  /** For a list of what others may spend under: what the document makes of its records, by wire name. */
  readonly declared?: readonly { readonly record: RecordQuery; readonly fields: Values }[];
}

/** What has to be read of one account. */
export interface AccountNeeds {
  readonly accountId: string;
  /** In registry order, one for each kind. */
  readonly lists: readonly NeededList[];
  /** Records that only a single read shows, or shows fully, by kind and id. */
  readonly singles: readonly { readonly kind: string; readonly id: string }[];
  /** Who the user of the credentials is, and may do. */
  readonly caller?: true;
}

/** The same, with every list read to its end. */
export function wholeNeeds(needs: AccountNeeds): AccountNeeds {
  return { ...needs, lists: needs.lists.map(({ sufficient: _ids, ...list }) => list) };
}
