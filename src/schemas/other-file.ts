/** A file that entries of the state name and a run did not read. */
export interface OtherFile {
  /** For people: relative to the working directory where that is known, else with its project. */
  readonly shown: string;
  /** False where it was looked for and is not there; what cannot be looked for is taken to be there. */
  readonly exists: boolean;
}

/** Those files by their places, as `placeOf` gives them. */
export type OtherFiles = ReadonlyMap<string, OtherFile>;
