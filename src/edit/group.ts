import type { Source } from '../schemas/desired.ts';
import type { Value, Values } from '../schemas/values.ts';
import type { Edit } from './edit.ts';

/** A field whose live value is to stand in the document. */
export interface AcceptedField {
  readonly address: string;
  readonly wire: string;
  readonly live: Value;
}

/** A live member of a set that is to stand in the document. */
export interface AcceptedMember {
  /** The address that it will have. */
  readonly address: string;
  readonly kind: string;
  /** The address of the entry that the set stands in. */
  readonly parent: string;
  /** Live values by wire name. */
  readonly live: Values;
}

/** The same with the document's name of the field. */
export interface NamedField extends AcceptedField {
  readonly field: string;
}

/** One edit, and what follows from it. */
export interface Group {
  readonly edit: Edit;
  readonly fields: readonly NamedField[];
  /** Addresses that go from the document. */
  readonly gone: readonly string[];
  /** Addresses that come into the document. */
  readonly added: readonly string[];
  readonly at: Source;
}

/** Something that cannot be written, or not without changing something else. */
export interface Refusal {
  readonly address: string;
  /** The document's name of the field; `undefined` where a resource as a whole is meant. */
  readonly field: string | undefined;
  readonly at: Source | undefined;
  /** What stands against it, as a sentence without a full stop. */
  readonly reason: string;
  /** What to do by hand. */
  readonly remedy: string;
}

/** What a step gives: edits, and what it had to refuse. */
export interface Sorted {
  readonly groups: readonly Group[];
  readonly refused: readonly Refusal[];
}

/** The refusal of an address that the document does not have. */
export function undeclared(address: string, field: string | undefined): Refusal {
  return {
    address,
    field,
    at: undefined,
    reason: 'the document does not declare it',
    remedy: 'Declare it first, or leave it to the next plan.',
  };
}

/** Those addresses that do not stand beneath another of them. */
export function topmost(addresses: readonly string[]): readonly string[] {
  return addresses.filter((address) => !addresses.some((other) => address.startsWith(`${other}/`)));
}
