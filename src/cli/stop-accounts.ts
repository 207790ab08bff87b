import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { pageWidth } from '../report/layout.ts';
import { countedKinds, type ListedRecord, listedTarget, recordList } from '../report/stop-text.ts';
import { Interrupted } from '../runs/interrupted.ts';
import { type StopPreview, type StoppedAccount, type StopRequest, stop } from '../runs/stop.ts';
import type { NamedAccount } from '../runs/stop-accounts.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import { approve } from './approve.ts';
import { type Context, note, print } from './context.ts';
import { type Interrupts, untilInterrupted } from './interrupts.ts';
import { runOf } from './terminal-run.ts';

/** Stops accounts, and tells of it on the terminal. Gives the exit code. */
export async function stopOnTerminal(
  context: Context,
  request: StopRequest,
  { yes }: { readonly yes: boolean },
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    const stopped = await stop(run, request, {
      approve: async (previews) => {
        for (const preview of previews) showPreview(context, preview);
        if (!yes) await approve(context, question(previews), interrupts, words);
      },
    });
    for (const account of stopped) showStopped(context, account);
    return exitOf(stopped, interrupts);
  });
}

const words = {
  unasked: 'Pass --yes to stop without being asked.',
  declined: 'the stop was not approved; nothing was changed',
};

function showPreview(context: Context, { account, targets, standing }: StopPreview): void {
  if (standing !== undefined)
    note(
      context,
      `${accountName(account)}: ${describeStop(standing)} stands already; this one goes on with it.`,
    );
  const records = targets.map(listedTarget);
  const heading = `${accountName(account)}: ${records.length === 0 ? 'nothing is active' : `${countedKinds(records)} to pause`}`;
  print(
    context,
    records.length === 0 ? `${heading}\n` : recordList(heading, records, pageWidth(context.io.stdout)),
  );
}

function question(previews: readonly StopPreview[]): string {
  const records = previews.flatMap(({ targets }) => targets.map(listedTarget));
  return records.length === 0 ? 'Make the stop stand?' : `Pause ${countedKinds(records)}?`;
}

function showStopped(context: Context, { account, stop: own, paused, refused, left }: StoppedAccount): void {
  const name = accountName(account);
  const what = paused.length === 0 ? 'nothing had to be paused' : `${countedKinds(paused)} paused`;
  print(
    context,
    `${name}: ${what}. The stop ${own.id} stands: nothing beneath it is switched on until adsync resume.\n`,
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
  const open = stopped.flatMap(({ refused, left }) => [...refused, ...left]);
  if (open.length === 0) return 0;
  throw new AdsyncError(
    'ADSYNC_STOP_INCOMPLETE',
    'not everything could be paused; what is left stands above',
    {
      remedy: 'Run the command again: it goes on with the same stop.',
    },
  );
}

/** An account by its key and the platform's id. */
export function accountName({ key, id }: NamedAccount): string {
  return key === undefined ? printable(id) : `${printable(key)} (${printable(id)})`;
}
