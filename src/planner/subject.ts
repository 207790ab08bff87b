import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredResource } from '../schemas/desired.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Value, Values } from '../schemas/values.ts';

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
  /** Live values of fields that were managed and no longer are. */
  readonly dropped: Values;
  /** Wire names that cannot be read back. */
  readonly unchecked: readonly string[];
  readonly movedFrom: string | undefined;
  /** It was ours and is gone from the platform. */
  readonly goneOutside: boolean;
  /** Ids of live records with the same natural key, where there are several. */
  readonly candidates: readonly string[];
}

/** The address of the entry that an address stands in: `a/campaigns/b` for `a/campaigns/b/line_items/c`. */
export function parentAddress(address: string): string | undefined {
  const parts = address.split('/');
  return parts.length < 3 ? undefined : parts.slice(0, -2).join('/');
}

/** The addresses of the entries that an address stands in, the nearest first, the account last. */
export function ancestors(address: string): readonly string[] {
  const parent = parentAddress(address);
  return parent === undefined ? [] : [parent, ...ancestors(parent)];
}

/** True where an address is the other one, or stands beneath it. */
export function isWithin(address: string, ancestor: string): boolean {
  return address === ancestor || address.startsWith(`${ancestor}/`);
}

/** True where any of the addresses is the given one or an ancestor of it. */
export function isWithinAny(address: string, ancestors: readonly string[]): boolean {
  return ancestors.some((ancestor) => isWithin(address, ancestor));
}
