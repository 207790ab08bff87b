import { type ApprovalWords, approve } from './approve.ts';
import type { Context } from './context.ts';
import type { Interrupts } from './interrupts.ts';

const words: ApprovalWords = {
  unasked: 'With --yes the command does not ask.',
  declined: 'the answer was not yes; nothing was changed',
};

/** Asks on the terminal unless `yes`. Throws ADSYNC_DECLINED for any answer but yes, Interrupted. */
export async function confirm(
  context: Context,
  question: string,
  { yes, interrupts }: { readonly yes: boolean; readonly interrupts: Interrupts },
): Promise<void> {
  if (!yes) await approve(context, question, interrupts, words);
}
