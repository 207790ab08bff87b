import { kindOfAddress } from '../config/address.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { blameSheet } from '../report/blame-sheet.ts';
import { readBlame } from '../runs/blame/read-blame.ts';
import { id } from '../schemas/field-types/index.ts';
import type { Context } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { kindCalled } from './kind-called.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/** Shows who gave the fields of a record their live values. Gives the exit code. Throws ADSYNC_USAGE. */
export async function blameOnTerminal(
  context: Context,
  { named, kind: word }: { readonly named: string; readonly kind: string | undefined },
  format: RecordFormat,
): Promise<number> {
  const kind = word === undefined ? undefined : kindCalled(word);
  if (kindOfAddress(named) === undefined && !id().document.safeParse(named).success)
    throw new AdsyncError('ADSYNC_USAGE', `${JSON.stringify(named)} is neither an address nor an id`, {
      remedy: 'An address is the path of keys, such as acme-us/campaigns/spring-sale.',
    });
  return await untilInterrupted(context, async ({ signal }) => {
    const blame = await readBlame(runOf(context, { signal }), { named, kind });
    await showSheet(context, blameSheet(blame), format);
    return 0;
  });
}
