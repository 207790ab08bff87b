/** Something in the document that the platform's lists speak against. */
export interface LookupFinding {
  readonly address: string;
  /** One sentence without a full stop. */
  readonly message: string;
  readonly remedy: string;
  /** The code that the platform refuses it with. */
  readonly code: string;
}
