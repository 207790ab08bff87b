/**
 * Entries may hold what was applied to fields that the document leaves out from here on. None is rewritten: of fields
 * that were left out before, nothing is known. Versions that do not know of such values would find the rows damaged.
 */
export async function rememberLeftOut(): Promise<void> {
  await Promise.resolve();
}
