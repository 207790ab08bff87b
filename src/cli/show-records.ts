import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { accountsSheet } from '../report/accounts-sheet.ts';
import { recordsSheet } from '../report/records-sheet.ts';
import { getLiveRecords } from '../runs/get-live-records.ts';
import { seeAccounts } from '../runs/see-accounts.ts';
import { id } from '../schemas/field-types/index.ts';
import type { Context } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { kindCalled } from './kind-called.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/** Shows the accounts that the credentials see. Gives the exit code. */
export async function accountsOnTerminal(context: Context, format: RecordFormat): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    await showSheet(context, accountsSheet(await seeAccounts(runOf(context, { signal }))), format);
    return 0;
  });
}

/** Which records are asked for on the command line. */
export interface AskedRecords {
  /** A word for the kind. */
  readonly kind: string;
  readonly ids: readonly string[];
  readonly parentIds: readonly string[];
  readonly deletedToo: boolean;
}

/**
 * Shows live records. Gives the exit code. Throws ADSYNC_USAGE for a word that no kind has and a text that is no id, and
 * ADSYNC_RECORD_UNKNOWN, once the others are shown, where the account does not have all records.
 */
export async function recordsOnTerminal(
  context: Context,
  { kind: word, ...asked }: AskedRecords,
  format: RecordFormat,
): Promise<number> {
  const kind = kindCalled(word);
  for (const each of [...asked.ids, ...asked.parentIds]) requireId(each);
  return await untilInterrupted(context, async ({ signal }) => {
    const { records, missing } = await getLiveRecords(runOf(context, { signal }), { kind, ...asked });
    if (records.length > 0 || asked.ids.length === 0)
      await showSheet(context, recordsSheet(kind, records), format);
    if (missing.length === 0) return 0;
    throw new AdsyncError('ADSYNC_RECORD_UNKNOWN', `there is no ${kind.title} ${missing.join(', ')}`, {
      remedy: asked.deletedToo
        ? 'Check the ids and the account.'
        : 'Check the ids and the account. With --deleted, deleted ones are shown as well.',
    });
  });
}

function requireId(text: string): void {
  if (id().document.safeParse(text).success) return;
  throw new AdsyncError('ADSYNC_USAGE', `${JSON.stringify(text)} is not an id`, {
    remedy: "Copy the id as the platform's API shows it.",
  });
}
