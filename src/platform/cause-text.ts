/** What a cause says for itself; its code where it says nothing, as when every address of a host failed. */
export function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : cause.name;
}
