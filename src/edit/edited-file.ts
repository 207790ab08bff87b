/** A file of the document with its bytes before and after an edit. */
export interface EditedFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly before: Buffer;
  readonly after: Buffer;
}
