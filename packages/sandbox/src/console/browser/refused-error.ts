/** One thing that the sandbox says is wrong, and the parameter that it is about. */
export interface ToldProblem {
  readonly message: string;
  readonly parameter?: string;
}

/** A call that the sandbox refused. */
export class RefusedError extends Error {
  readonly problems: readonly ToldProblem[];

  constructor(problems: readonly ToldProblem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.name = 'RefusedError';
    this.problems = problems;
  }
}
