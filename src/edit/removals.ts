import type { Entry } from '../config/entries.ts';
import type { Candidate, Written } from './candidates.ts';
import type { Edit } from './edit.ts';
import { exclusion } from './matrix-lists.ts';
import { writtenEntry } from './places-of-fields.ts';

/** How an entry goes from the document, or why it cannot. */
export type Removal =
  | Pick<Candidate, 'at' | 'edit' | 'identity'>
  | { readonly reason: string; readonly remedy: string };

/**
 * How to take a resource out of the document that is gone from the platform: its entry goes, or the combination of its
 * matrix is excluded, where nothing else stands for it.
 */
export function removalOf({ uses, syntaxOf }: Written, entry: Entry, gone: ReadonlySet<string>): Removal {
  const file = syntaxOf(entry.place.file.path);
  const slot =
    entry.kind.form === 'set' ? file?.values.get(entry.place.offset) : file?.pairs.get(entry.place.offset);
  if (slot === undefined)
    return { reason: 'it comes from a variable', remedy: 'Take it out of the variable by hand.' };
  const sharing = uses.addressesAt(entry.place);
  const staying = sharing.filter((address) => !gone.has(address));
  if (staying.length === 0) return found(entry, 'remove', { type: 'remove', slot });
  const { combination, included } = writtenEntry(entry) ?? {};
  const same = sharing.filter((address) => sameCombination(uses.entries.get(address), combination));
  if (combination === undefined || same.some((address) => !gone.has(address))) {
    return {
      reason: `its entry stands for ${staying.slice(0, 3).join(', ')} too`,
      remedy: 'Write the others as entries of their own, and take this one out.',
    };
  }
  if (included !== undefined) {
    const item = file?.values.get(included.offset);
    if (item !== undefined)
      return found({ ...entry, place: included }, 'remove', { type: 'remove', slot: item });
  }
  const excluded = Object.fromEntries(combination);
  const edit = exclusion(slot, excluded);
  return edit === undefined
    ? { reason: 'its matrix stands elsewhere', remedy: 'Add the combination to its exclude by hand.' }
    : found(entry, JSON.stringify(excluded), edit);
}

function found(entry: Entry, how: string, edit: Edit): Removal {
  return {
    identity: JSON.stringify([how, entry.place.file.path, entry.place.offset]),
    at: entry.place,
    edit,
  };
}

function sameCombination(
  entry: Entry | undefined,
  combination: ReadonlyMap<string, string> | undefined,
): boolean {
  const other = entry === undefined ? undefined : writtenEntry(entry)?.combination;
  if (combination === undefined || other === undefined) return false;
  return [...combination].every(([axis, key]) => other.get(axis) === key);
}
