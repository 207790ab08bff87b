import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { pageWidth } from '../report/layout.ts';
import { countedKinds, type ListedRecord, listedTarget, recordList } from '../report/stop-text.ts';
import { Interrupted } from '../runs/interrupted.ts';
import { type StopPreview, type StoppedAccount, type StopRequest, stop } from '../runs/stop.ts';
import type { NamedAccount } from '../runs/stop-accounts.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import { approve } from './approve.ts';
import { type Context, note, print } from './context.ts';
import { type Interrupts, noteInterruption, untilInterrupted } from './interrupts.ts';
import { runOf } from './terminal-run.ts';

/** Stops accounts, and tells of it on the terminal. Gives the exit code. */
export async function stopOnTerminal(
  context: Context,
  request: StopRequest,
  { yes }: { readonly yes: boolean },
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    noteInterruption(context, interrupts);
    const ask = async (previews: readonly StopPreview[]): Promise<void> => {
      await approve(context, question(previews), interrupts, words);
    };
    const stopped = await stop(run, request, {
      ...(yes ? {} : { approve: ask }),
      found: (preview) => showPreview(context, preview),
    });
    for (const account of stopped) showStopped(context, account);
    return exitOf(stopped, interrupts);
  });
}

const words = {
  unasked: 'Pass --yes to stop without being asked.',
  declined: 'the stop was not approved; nothing was changed',
};

function showPreview(context: Context, { account, targets, standing, unread }: StopPreview): void {
  const name = accountName(account);
  if (standing !== undefined)
    note(context, `${name}: ${describeStop(standing)} stands already; this one takes its place.`);
  if (unread !== undefined) {
    print(context, `${name}: cannot be read yet (${printable(unread)}); it is paused as soon as it can be\n`);
    return;
  }
  const records = targets.map(listedTarget);
  const heading = `${name}: ${records.length === 0 ? 'nothing is active' : `${countedKinds(records)} to pause`}`;
  print(
    context,
    records.length === 0 ? `${heading}\n` : recordList(heading, records, pageWidth(context.io.stdout)),
  );
}

function question(previews: readonly StopPreview[]): string {
  const records = previews.flatMap(({ targets }) => targets.map(listedTarget));
  const unread = previews
    .filter((each) => each.unread !== undefined)
    .map(({ account }) => accountName(account));
  const what = [
    ...(records.length === 0 ? [] : [countedKinds(records)]),
    ...(unread.length === 0 ? [] : [`what can spend in ${unread.join(', ')}`]),
  ];
  return what.length === 0 ? 'Make the stop stand?' : `Pause ${what.join(', and ')}?`;
}

function showStopped(
  context: Context,
  { account, stop: own, paused, refused, left, failure }: StoppedAccount,
): void {
  const name = accountName(account);
  const why = failure === undefined ? '' : ` What ended it: ${printable(causeText(failure))}.`;
  const none = failure === undefined ? 'nothing had to be paused' : 'nothing could be paused';
  const what = paused.length === 0 ? none : `${countedKinds(paused)} paused`;
  print(
    context,
    `${name}: ${what}.${why} The stop ${own.id} stands: nothing beneath it is switched on until adsync resume.\n`,
  );
  const width = pageWidth(context.io.stdout);
  const refusals = refused.map(
    ({ target, message }): ListedRecord => ({ ...listedTarget(target), remark: message }),
  );
  print(context, recordList(`${name}: the platform refused to pause`, refusals, width));
  print(context, recordList(`${name}: may be active still`, left.map(listedTarget), width));
}

function exitOf(stopped: readonly StoppedAccount[], { signal }: Interrupts): number {
  if (signal.aborted) throw new Interrupted();
  const failures = stopped.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const open = stopped.flatMap(({ refused, left }) => [...refused, ...left]);
  const [first] = failures;
  if (first !== undefined && failures.length === stopped.length) throw first;
  if (open.length === 0 && failures.length === 0) return 0;
  throw new AdsyncError(
    'ADSYNC_STOP_INCOMPLETE',
    'not everything could be paused; what is left stands above',
    { remedy: 'Run the command again: it takes the place of this stop, with what that has paused.' },
  );
}

/** An account by its key and the platform's id. */
export function accountName({ key, id }: NamedAccount): string {
  return key === undefined ? printable(id) : `${printable(key)} (${printable(id)})`;
}
