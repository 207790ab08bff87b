/** A line below a group's heading, safe to print: what changes, and why or with what. */
export interface ChangeLine {
  /** The change that it tells of. */
  readonly address: string;
  /** Levels below the group's own resource. */
  readonly depth: number;
  /** `head` says what becomes of a resource, `field` of one of its fields, `note` what else follows. */
  readonly part: 'head' | 'field' | 'note';
  /** `+`, `-`, `-/+`, `~`, `=`, `>`, `.`, `·`, `‖` or `▶`; empty for what only explains. */
  readonly sign: string;
  readonly text: string;
  /** The document's name of a field, and the platform's; empty where the line is not one of a field. */
  readonly name: string;
  readonly wire: string;
  /** How much an amount changes; else empty. */
  readonly percent: string;
  readonly why: string;
}
