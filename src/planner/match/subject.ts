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

/** What is known of an address, whatever is to be done about it. */
interface Known {
  readonly address: string;
  readonly kind: Kind;
  readonly accountKey: string;
  readonly accountId: string;
  readonly entry: StateEntry | undefined;
  /** Desired values by wire name, references resolved as far as ids are known, the parent's id included. */
  readonly wanted: Values;
  readonly movedFrom: string | undefined;
  /** The state has an entry, and somebody deleted its record on the platform. */
  readonly goneOutside: boolean;
  /** What it stands in, where that is declared too. */
  readonly parent?: Subject | undefined;
  /** Of a live member that a set does not declare: where the resource stands that declares the set. */
  readonly undeclaredMemberOf: Source | undefined;
  /**
   * Why a missing record is no drift. `expired`: the platform published it at its scheduled time; `ignored`: the document
   * leaves outside changes of the set alone that it belongs to.
   */
  readonly absence: 'expired' | 'ignored' | undefined;
}

/** How a live record differs from what is declared. */
interface Compared {
  readonly fields: readonly FieldChange[];
  /** Wire names among the changed fields that only a new record can take. */
  readonly replacing: readonly string[];
  /** Live values of fields that were managed and no longer are. */
  readonly dropped: Values;
  /** Wire names that cannot be read back. */
  readonly unchecked: readonly string[];
}

/** There is nothing to compare. */
interface Uncompared {
  readonly fields: readonly [];
  readonly replacing: readonly [];
  readonly dropped: Readonly<Record<string, never>>;
  readonly unchecked: readonly [];
}

export const nothingCompared: Uncompared = { fields: [], replacing: [], dropped: {}, unchecked: [] };

/** A declared resource that the platform does not have yet. */
export interface Creation extends Known, Uncompared {
  readonly verdict: 'create';
  readonly desired: DesiredResource;
  readonly live: undefined;
}

/** A declared resource whose live record stays, takes other values, or is taken over. */
interface Change extends Known, Compared {
  readonly verdict: 'update' | 'adopt';
  readonly desired: DesiredResource;
  /** `undefined` for settings of a record that this plan creates. */
  readonly live: LiveRecord | undefined;
}

/** A declared resource that needs a new record in place of the live one. */
interface Replacement extends Known, Compared {
  readonly verdict: 'replace';
  readonly desired: DesiredResource;
  readonly live: LiveRecord;
}

/** A resource that stays as it is. */
interface Unchanged extends Known, Compared {
  readonly verdict: 'unchanged';
  readonly desired: DesiredResource | undefined;
  readonly live: LiveRecord | undefined;
}

/** A live record that the document no longer declares, or that a whole set does not have. */
export interface Deletion extends Known, Uncompared {
  readonly verdict: 'delete';
  readonly desired: undefined;
  readonly live: LiveRecord;
}

/** A resource that the document lets go of, or that it goes on declaring with fewer fields. */
interface Forgetting extends Known, Compared {
  readonly verdict: 'forget';
  readonly desired: DesiredResource | undefined;
  readonly live: LiveRecord | undefined;
}

/** A resource that is declared to exist, and that the platform does not have. */
interface Absence extends Known, Uncompared {
  readonly verdict: 'absent';
  readonly desired: DesiredResource;
  readonly live: undefined;
}

/** A declared resource that several live records fit, or none of them as chosen. */
interface Ambiguity extends Known, Uncompared {
  readonly verdict: 'ambiguous';
  readonly desired: DesiredResource;
  readonly live: undefined;
  /** Ids of the live records with its natural key. */
  readonly candidates: readonly string[];
}

/** A record that goes, with or without another in its place. */
export type Losing = Replacement | Deletion;

/** Everything known of one address: what is declared, what the state remembers, what is live, and what is to be done. */
export type Subject =
  | Creation
  | Change
  | Replacement
  | Unchanged
  | Deletion
  | Forgetting
  | Absence
  | Ambiguity;

/** The addresses of the entries that an address stands in, the nearest first, the account last. */
export function ancestors(address: string): readonly string[] {
  const parent = parentAddress(address);
  return parent === undefined ? [] : [parent, ...ancestors(parent)];
}

/** The address of the entry that an address stands in; empty for an account. */
export function parentOf(address: string): string {
  return parentAddress(address) ?? '';
}
