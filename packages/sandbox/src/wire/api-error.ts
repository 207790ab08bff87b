import type { Fields } from '../value.ts';

/** One entry of `errors` or `operation_errors`. A code is a word, or one of the gateway's numbers. */
export interface Problem {
  readonly code: string | number;
  readonly message: string;
  readonly parameter?: string;
  readonly value?: string;
}

/** A refusal: its HTTP status and everything that is wrong, as far as it was found in one pass. */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];
  /** What was understood of the request; empty where it failed before its parameters were read. */
  readonly params: Fields;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    problems: readonly Problem[],
    {
      params = {},
      headers = {},
    }: { readonly params?: Fields; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(problems.map((problem) => problem.message).join('; '));
    this.name = 'ApiError';
    this.status = status;
    this.problems = problems;
    this.params = params;
    this.headers = headers;
  }
}

/** A refusal with one problem. */
export function refusal(status: number, code: string | number, message: string): ApiError {
  return new ApiError(status, [{ code, message }]);
}
