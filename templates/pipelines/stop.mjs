/** An end of a job that a person can act on: what went wrong, what to do, and the exit code that says which. */
export class Stop extends Error {
  /**
   * @param {number} exitCode one of adsync's exit codes
   * @param {string} message one sentence
   * @param {string} remedy what to do
   */
  constructor(exitCode, message, remedy) {
    super(message);
    this.exitCode = exitCode;
    this.remedy = remedy;
  }
}
