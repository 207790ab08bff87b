import type { ChangeLine } from './change-line.ts';

/** The changes of one campaign, or of another entry that stands directly in an account, or of the account itself. */
export interface ChangeGroup {
  readonly account: string;
  /** Of several that change alike a pattern, with a `*` in place of what their keys differ in. */
  readonly address: string;
  readonly name: string;
  /** The addresses of what it stands for: one, or several that change alike. */
  readonly members: readonly string[];
  /** The names of those, in the same order. */
  readonly memberNames: readonly string[];
  /** What is said of several beneath their heading: what the `*` of the pattern stands for, and how new ones are named. */
  readonly notes: readonly string[];
  /** `file:line`, where the document declares it; of several, what they have in common, empty for nothing. */
  readonly place: string;
  /** Titles of the kinds of what changes. */
  readonly kinds: readonly string[];
  readonly changes: number;
  readonly lines: readonly ChangeLine[];
  /** How many changes bear each tag, by its place in `planTags`. */
  readonly tagged: ReadonlyMap<number, number>;
  /** How many lines of each sign there are. */
  readonly signs: ReadonlyMap<string, number>;
  /** What a reviewer has to know of it above all. */
  readonly marks: readonly string[];
  /** The place of its worst change, 0 for the worst. */
  readonly rank: number;
}
