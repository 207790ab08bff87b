import { printable } from '../diagnostics/display-text.ts';
import { allKinds } from '../schemas/registry.ts';
import type { Binding, StateEntry } from '../schemas/state-entry.ts';

/** What an import has written and adopted, and the command that shows that nothing is left to do. */
export function importText(
  { accountKey, accountId }: Binding,
  entries: readonly StateEntry[],
  files: readonly string[],
): string {
  const counts = allKinds.flatMap(({ name, section }) => {
    const count = entries.filter(({ kind, origin }) => kind === name && origin !== 'external').length;
    return count === 0 ? [] : [`  ${String(count).padStart(7)}  ${section}\n`];
  });
  const [first = ''] = files;
  const folder = first.includes('/') ? first.replace(/\/[^/]*$/, '') : '.';
  const place = files.length === 1 ? first : folder;
  const written = files.length === 1 ? first : `${files.length} files in ${folder}`;
  return [
    `Imported ${accountKey} (account ${accountId}) into ${printable(written)}.\n`,
    ...(counts.length === 0 ? ['Nothing to adopt.\n'] : ['Adopted:\n', ...counts]),
    `A plan is empty now: adsync plan ${printable(place)}\n`,
  ].join('');
}
