import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { pageWidth } from '../report/layout.ts';
import {
  countedKinds,
  type ListedRecord,
  listedLeft,
  listedTarget,
  recordList,
} from '../report/stop-text.ts';
import { Interrupted } from '../runs/interrupted.ts';
import { type ResumedAccount, type ResumePreview, resume } from '../runs/resume.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import { approve } from './approve.ts';
import { type Context, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { accountName } from './stop-accounts.ts';
import { runOf } from './terminal-run.ts';

/** Ends stops, and tells of it on the terminal. Gives the exit code. */
export async function resumeOnTerminal(
  context: Context,
  id: string | undefined,
  { yes }: { readonly yes: boolean },
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    const resumed = await resume(run, id, {
      approve: async (previews) => {
        for (const preview of previews) showPreview(context, preview);
        if (!yes) await approve(context, question(previews), interrupts, words);
      },
    });
    if (resumed.length === 0) print(context, 'No stop stands.\n');
    for (const account of resumed) showResumed(context, account);
    if (interrupts.signal.aborted) throw new Interrupted();
    return exitOf(resumed);
  });
}

const words = {
  unasked: 'Pass --yes to resume without being asked.',
  declined: 'the resume was not approved; nothing was changed',
};

function showPreview(context: Context, { account, stops, groups, left }: ResumePreview): void {
  const name = accountName(account);
  const width = pageWidth(context.io.stdout);
  const records = groups.flatMap(({ targets }) => targets).map(listedTarget);
  for (const stop of stops) print(context, `${name}: ${describeStop(stop)} ends\n`);
  const heading = `${name}: ${records.length === 0 ? 'nothing' : countedKinds(records)} to switch on`;
  print(context, records.length === 0 ? `${heading}\n` : recordList(heading, records, width));
  print(context, recordList(`${name}: left as it is`, left.map(listedLeft), width));
}

function question(previews: readonly ResumePreview[]): string {
  const records = previews.flatMap(({ groups }) =>
    groups.flatMap(({ targets }) => targets.map(listedTarget)),
  );
  return records.length === 0 ? 'End the stop?' : `Switch on ${countedKinds(records)}?`;
}

function showResumed(context: Context, { account, resumed, refused, open }: ResumedAccount): void {
  const name = accountName(account);
  const width = pageWidth(context.io.stdout);
  const records = resumed.map(listedTarget);
  const what =
    records.length === 0 ? 'nothing had to be switched on' : `${countedKinds(records)} switched on`;
  print(context, `${name}: ${what}. ${open.length === 0 ? 'The stop has ended.' : 'The stop stands on.'}\n`);
  const refusals = refused.map(
    ({ target, message }): ListedRecord => ({ ...listedTarget(target), remark: message }),
  );
  print(context, recordList(`${name}: the platform refused to switch on`, refusals, width));
  print(context, recordList(`${name}: still to be switched on`, open.map(listedTarget), width));
}

function exitOf(resumed: readonly ResumedAccount[]): number {
  const left = resumed.flatMap(({ refused, open }) => [...refused, ...open]);
  if (left.length === 0) return 0;
  const again = resumed.some(({ open }) => open.length > 0)
    ? 'Run adsync resume again.'
    : 'The stop has ended: switch them on with an apply, or by hand.';
  throw new AdsyncError(
    'ADSYNC_STOP_INCOMPLETE',
    'not everything could be switched on; what is left stands above',
    {
      remedy: again,
    },
  );
}
