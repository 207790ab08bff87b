import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { pageWidth } from '../report/layout.ts';
import {
  countedKinds,
  type ListedRecord,
  listedLeft,
  listedTarget,
  recordList,
} from '../report/stop-text.ts';
import { Interrupted } from '../runs/interrupted.ts';
import { type ResumedAccount, type ResumePreview, type ResumeRequest, resume } from '../runs/resume.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import { approve } from './approve.ts';
import { type Context, print } from './context.ts';
import { noteInterruption, untilInterrupted } from './interrupts.ts';
import { accountName } from './stop-accounts.ts';
import { runOf } from './terminal-run.ts';

/** Ends stops, and tells of it on the terminal. Gives the exit code. */
export async function resumeOnTerminal(
  context: Context,
  request: ResumeRequest,
  { yes }: { readonly yes: boolean },
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    noteInterruption(context, interrupts);
    const shown = new Set<string>();
    const resumed = await resume(run, request, {
      approve: async (previews) => {
        for (const preview of previews) {
          showPreview(context, preview);
          for (const { stopped } of preview.left) shown.add(stopped.id);
        }
        if (!yes) await approve(context, question(previews), interrupts, words);
      },
    });
    if (resumed.length === 0) print(context, 'No stop stands.\n');
    for (const account of resumed) showResumed(context, account, shown);
    if (interrupts.signal.aborted) throw new Interrupted();
    return exitOf(resumed);
  });
}

const words = {
  unasked: 'Pass --yes to resume without being asked.',
  declined: 'the resume was not approved; nothing was changed',
};

function showPreview(context: Context, { account, stops, groups, left, on, failure }: ResumePreview): void {
  const name = accountName(account);
  if (failure !== undefined) return;
  const width = pageWidth(context.io.stdout);
  const records = groups.flatMap(({ targets }) => targets).map(listedTarget);
  for (const stop of stops) print(context, `${name}: ${describeStop(stop)} will end\n`);
  const done = on.map(listedTarget);
  if (done.length > 0) print(context, `${name}: ${switchedBefore(done)}\n`);
  const further = done.length === 0 ? '' : 'else ';
  const heading = `${name}: ${records.length === 0 ? `nothing ${further}` : `${countedKinds(records)} `}to switch on`;
  print(context, records.length === 0 ? `${heading}\n` : recordList(heading, records, width));
  print(context, recordList(`${name}: left as it is`, left.map(listedLeft), width));
}

/** Names records whose requests got no answer: an answered request leaves nothing to tell from. */
function switchedBefore(records: readonly ListedRecord[]): string {
  return `an interrupted resume has switched on ${countedKinds(records)} without seeing the answer`;
}

function question(previews: readonly ResumePreview[]): string {
  const records = previews.flatMap(({ groups }) =>
    groups.flatMap(({ targets }) => targets.map(listedTarget)),
  );
  return records.length === 0 ? 'End the stop?' : `Switch on ${countedKinds(records)}?`;
}

function showResumed(context: Context, account: ResumedAccount, shown: ReadonlySet<string>): void {
  const { resumed, before, refused, open, left, stops, standing, hasEnded, failure } = account;
  const name = accountName(account.account);
  const width = pageWidth(context.io.stdout);
  if (failure !== undefined) {
    print(context, `${name}: ${printable(causeText(failure))}. The stop stands on.\n`);
    return;
  }
  const records = resumed.map(listedTarget);
  const done = before.map(listedTarget);
  const what =
    records.length > 0
      ? `${countedKinds(records)} switched on`
      : done.length > 0
        ? 'nothing was left to switch on'
        : 'nothing had to be switched on';
  print(context, `${name}: ${what}. ${hasEnded ? 'The stop has ended.' : 'The stop stands on.'}\n`);
  const refusals = refused.map(
    ({ target, message }): ListedRecord => ({ ...listedTarget(target), remark: message }),
  );
  print(context, recordList(`${name}: the platform refused to switch on`, refusals, width));
  print(context, recordList(`${name}: still to be switched on`, open.map(listedTarget), width));
  const others = standing.filter(({ id }) => !stops.some((stop) => stop.id === id));
  for (const other of others) print(context, `${name}: ${describeStop(other)} stands\n`);
  // What somebody changed while the question waited was not in the list above.
  const since = left.filter(({ stopped }) => !shown.has(stopped.id));
  print(context, recordList(`${name}: left as it is`, since.map(listedLeft), width));
}

function exitOf(resumed: readonly ResumedAccount[]): number {
  const failures = resumed.filter(({ failure }) => failure !== undefined);
  const open = resumed.flatMap((each) => each.open);
  const refused = resumed.flatMap((each) => each.refused);
  if (failures.length + open.length + refused.length === 0) return 0;
  const again =
    open.length + failures.length > 0
      ? 'Run adsync resume again.'
      : 'Mend what the platform names and run adsync resume again, or end the stop and leave them paused: adsync resume --leave-refused';
  const hasEnded = resumed.every((each) => each.hasEnded);
  throw new AdsyncError(
    'ADSYNC_STOP_INCOMPLETE',
    'not everything could be switched on; what is left stands above',
    { remedy: hasEnded ? 'The stop has ended: switch them on with an apply, or by hand.' : again },
  );
}
