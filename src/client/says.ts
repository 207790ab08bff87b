/** What is said of a value that does not have its type, as zod asks for it: that it is absent, where it is. */
export function says(fault: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? 'is absent' : fault);
}
