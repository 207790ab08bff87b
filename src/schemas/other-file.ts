/** A file that entries of the state name and a run did not read. */
export interface OtherFile {
  /** For people: relative to the working directory where that is known, else with its project. */
  readonly shown: string;
  /**
   * `here`: on this machine; `gone`: looked for and not there; `renamed`: the run reads the file of that path, under
   * another project or none; `elsewhere`: nobody can look for it here, so that it is taken to be there.
   */
  readonly standing: 'here' | 'gone' | 'renamed' | 'elsewhere';
}

/** Those files by their places, as `placeOf` gives them. */
export type OtherFiles = ReadonlyMap<string, OtherFile>;
