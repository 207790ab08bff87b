/** What was thrown, as an error that can be kept and thrown again. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
