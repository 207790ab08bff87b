/**
 * The type of a value. A word: `text`, `id` (text; a bare number becomes its digits), `long` (64 bits), `whole`, `number`,
 * `flag`, `time` (ISO 8601), `object`, `unknown`, `=A,B` (one of these), or the name of another type of the table; then
 * bounds (`1..255`: characters, or the value) and `or null`. A list of one type, with bounds on its length. An object,
 * whose optional members end in `?`. Or objects that a word in one of their members tells apart.
 */
export type Spec = string | readonly [item: Spec, bounds?: string] | SpecMembers | SpecVariants;

export interface SpecMembers {
  readonly [name: string]: Spec;
}

export interface SpecVariants {
  /** The member whose word tells them apart. */
  readonly variantsBy: string;
  /** Their other members, by the word. */
  readonly variants: Readonly<Record<string, SpecMembers>>;
}

/** What an endpoint takes and gives. */
export interface EndpointFacts {
  /** Where its method stands in the client, such as `ads.campaigns.list`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` in place of each parameter. */
  readonly path: string;
  /**
   * What its answer is: one record or several in `data`, a list to be read on, the body itself, pairs of text or a page of
   * it, or events without an end.
   */
  readonly gives: 'record' | 'records' | 'list' | 'body' | 'pairs' | 'text' | 'stream';
  /** The type of a record of its answer; nothing is known of it without. */
  readonly holds?: string;
  /** The parameters, by the platform's names; `body` is a body that is a list. */
  readonly takes: SpecMembers;
}
