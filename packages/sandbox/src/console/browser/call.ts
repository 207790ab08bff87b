import { readAnswer } from './read-answer.ts';
import { RefusedError, type ToldProblem } from './refused-error.ts';

/** Calls the sandbox: the path is relative to the page, the body a text or a value for JSON. Throws RefusedError with the errors that it answers. */
export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, { method, ...(body === undefined ? {} : { body: bodyOf(body) }) });
  const text = await response.text();
  if (response.ok) return readAnswer<Answer>(text);
  throw new RefusedError(problemsIn(text));
}

function bodyOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function problemsIn(text: string): readonly ToldProblem[] {
  try {
    return readAnswer<{ readonly errors: readonly ToldProblem[] }>(text).errors;
  } catch {
    return [{ message: text }];
  }
}
