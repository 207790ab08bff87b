import { readFile } from 'node:fs/promises';
import { timeAt } from '../schemas/times.ts';

const exampleMark = /^ +# --- Example.*\n/m;

/** The text of a file in the project's templates, two folders up from the sources and from what is built of them. */
export async function readTemplate(name: string): Promise<string> {
  return await readFile(new URL(`../../templates/${name}`, import.meta.url), 'utf8');
}

/**
 * The document to start from: for an account of the sandbox, ready to plan; for an account of the user, whose funding
 * instruments nobody knows here, with the example as comments. The example's flight is the month after `now`.
 */
export function starterDocument(template: string, accountId: string | undefined, now: Date): string {
  const dated = template
    .replace('2026-12-01T00:00:00Z', monthStart(now, 1))
    .replace('2027-01-01T00:00:00Z', monthStart(now, 2));
  if (accountId === undefined) return dated.replace(exampleMark, '');
  const [head = '', example = ''] = dated
    .replace(/ id: 18ce54d4x5t.*/, () => ` id: "${accountId}"`)
    .split(exampleMark);
  const title = '    # Put in the id of a funding instrument of the account, and take away the "# " below.\n';
  return `${head}${title}${example.replaceAll(/^ {4}/gm, '    # ')}`;
}

/** A workflow whose document lies elsewhere than at the top of the repository. */
export function workflowFor(template: string, documentPath: string): string {
  const scalar = /^[\w./-]+$/.test(documentPath) ? documentPath : JSON.stringify(documentPath);
  return template.replaceAll(
    /(paths|ADSYNC_PATHS): campaigns\.yaml/gi,
    (_, key: string) => `${key}: ${scalar}`,
  );
}

function monthStart(now: Date, months: number): string {
  return timeAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}
