import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { approve } from './approve.ts';
import type { Context } from './context.ts';
import type { Interrupts } from './interrupts.ts';

/** Asks on the terminal unless `yes`. Throws ADSYNC_DECLINED for any answer but yes, Interrupted. */
export async function confirm(
  context: Context,
  question: string,
  { yes, interrupts }: { readonly yes: boolean; readonly interrupts: Interrupts },
): Promise<void> {
  if (yes) return;
  try {
    await approve(context, question, interrupts);
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    const asked = context.io.stdin.isTTY === true;
    throw new AdsyncError(
      'ADSYNC_DECLINED',
      asked
        ? 'the answer was not yes; nothing was changed'
        : 'there is no terminal to ask on; nothing was changed',
      { remedy: 'With --yes the command does not ask.', cause: error },
    );
  }
}
