/** Something that can be targeted, as a list of the platform has it. */
export interface FoundTarget {
  readonly name: string;
  /** Of the criterion, as the document writes it. */
  readonly type: string;
  readonly value: string;
  /** What else the row says, by the platform's names. */
  readonly facts: { readonly [name: string]: string };
}
