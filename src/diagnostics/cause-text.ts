/** What a cause says for itself; its code where it says nothing, as when every address of a host failed. */
export function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.message !== '') return cause.message;
  return systemCode(cause) ?? cause.name;
}

/** The code of an error of the system or of Node, such as `ENOENT`; `undefined` for any other. */
export function systemCode(cause: unknown): string | undefined {
  // The codes of a DOMException, such as that of a timeout, are numbers.
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
