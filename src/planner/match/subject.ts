import { parentAddress } from '../../schemas/address.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredResource, Source } from '../../schemas/desired.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { Value, Values } from '../../schemas/values.ts';

/** Why a field changes: the document changed, the platform changed, or both did since the last apply. */
export type Cause = 'config' | 'drift' | 'both';

/** One field whose live value is not the desired one. */
export interface FieldChange {
  readonly wire: string;
  readonly before: Value;
  readonly after: Value;
  readonly cause: Cause;
  /** The value as last applied, where there is one. */
  readonly applied: Value | undefined;
}

/** What is to be done about an address, before consents and order. */
export type Verdict =
  | 'create'
  | 'update'
  | 'replace'
  | 'delete'
  | 'forget'
  | 'adopt'
  | 'unchanged'
  /** Declared to exist, but the platform does not have it. */
  | 'absent'
  /** Several live records fit. */
  | 'ambiguous';

/** Everything known of one address: what is declared, what the state remembers, what is live, and what follows. */
export interface Subject {
  readonly address: string;
  readonly kind: Kind;
  readonly accountKey: string;
  readonly accountId: string;
  readonly desired: DesiredResource | undefined;
  readonly entry: StateEntry | undefined;
  readonly live: LiveRecord | undefined;
  readonly verdict: Verdict;
  /** Desired values by wire name, references resolved as far as ids are known, the parent's id included. */
  readonly wanted: Values;
  readonly fields: readonly FieldChange[];
  /** Wire names among those fields that only a new record can take. */
  readonly replacing: readonly string[];
  /** Live values of fields that were managed and no longer are. */
  readonly dropped: Values;
  /** Wire names that cannot be read back. */
  readonly unchecked: readonly string[];
  readonly movedFrom: string | undefined;
  /** It was ours and is gone from the platform. */
  readonly goneOutside: boolean;
  /** Ids of live records with the same natural key, where there are several. */
  readonly candidates: readonly string[];
  /** Of a live member that a set, as the document gives the whole of it, does not have: where the set's parent stands. */
  readonly surplus: Source | undefined;
  /** Not live, and no drift: its time has come, or the document leaves outside changes of its set alone. */
  readonly left: boolean;
}

/** The addresses of the entries that an address stands in, the nearest first, the account last. */
export function ancestors(address: string): readonly string[] {
  const parent = parentAddress(address);
  return parent === undefined ? [] : [parent, ...ancestors(parent)];
}

/** The address of the entry that an address stands in; empty for an account. */
export function parentOf(address: string): string {
  return parentAddress(address) ?? '';
}
