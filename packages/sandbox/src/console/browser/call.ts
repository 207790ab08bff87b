import { readAnswer } from './read-answer.ts';

/** Calls the sandbox: the path is relative to the page, the body a text or a value for JSON. Throws with the errors that it answers. */
export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, { method, ...(body === undefined ? {} : { body: bodyOf(body) }) });
  const text = await response.text();
  if (response.ok) return readAnswer<Answer>(text);
  throw new Error(messagesIn(text));
}

function bodyOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function messagesIn(text: string): string {
  try {
    const { errors } = readAnswer<{ readonly errors: readonly { readonly message: string }[] }>(text);
    return errors.map(({ message }) => message).join('; ');
  } catch {
    return text;
  }
}
