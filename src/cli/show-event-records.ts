import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/display-text.ts';
import { eventRecordsSheet } from '../report/event-records-sheet.ts';
import {
  type ChosenConnections,
  changeRules,
  disconnect,
  replayEvents,
  subscribe,
  unsubscribe,
  type WantedSubscription,
} from '../runs/events/change-event-records.ts';
import { type EventList, listEventRecords } from '../runs/events/list-event-records.ts';
import { confirm } from './confirm.ts';
import { type Context, note, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { type Moment, sinceOf } from './moment.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/** How records are listed. */
export interface ListOptions {
  readonly format: RecordFormat;
  readonly ended?: boolean;
  readonly endpoint?: string | undefined;
}

/** Lists records about events. Gives the exit code. */
export async function listOnTerminal(
  context: Context,
  list: EventList,
  options: ListOptions,
): Promise<number> {
  const { format, ended = false, endpoint } = options;
  if ((ended || endpoint !== undefined) && list !== 'connections')
    throw new AdsyncError('ADSYNC_USAGE', '--ended and --endpoint are about connections', {
      remedy: 'Write `adsync events list connections`.',
    });
  return await untilInterrupted(context, async ({ signal }) => {
    const records = await listEventRecords(runOf(context, { signal }), list, { all: ended, endpoint });
    if (records.length === 0 && format === 'table') note(context, `There are no ${emptyNames[list]}.`);
    else await showSheet(context, eventRecordsSheet(records), format);
    return 0;
  });
}

const emptyNames: Readonly<Record<EventList, string>> = {
  subscriptions: 'subscriptions: `adsync events subscribe` makes one',
  connections: 'open connections',
  rules: 'rules of the filtered stream',
  powerstream: 'rules of a PowerStream',
  webhooks: 'webhooks',
};

/** Subscribes to events, and shows the record. Gives the exit code. */
export async function subscribeOnTerminal(
  context: Context,
  wanted: WantedSubscription,
  format: RecordFormat,
): Promise<number> {
  const { user_id: user, keyword } = wanted.filter;
  if (user === undefined && keyword === undefined)
    throw new AdsyncError('ADSYNC_USAGE', 'a subscription names a user or a keyword', {
      remedy: 'Give --user ID, --keyword TEXT, or both.',
    });
  return await untilInterrupted(context, async ({ signal }) => {
    const record = await subscribe(runOf(context, { signal }), wanted);
    await showSheet(context, eventRecordsSheet([record]), format);
    return 0;
  });
}

/** Deletes subscriptions, one after another. Gives the exit code. */
export async function unsubscribeOnTerminal(context: Context, ids: readonly string[]): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const run = runOf(context, { signal });
    for (const id of new Set(ids)) {
      await unsubscribe(run, id);
      print(context, `The subscription ${printable(id)} is deleted.\n`);
    }
    return 0;
  });
}

/** Ends connections. Gives the exit code. Throws ADSYNC_RECORD_UNKNOWN where one that was named is not open. */
export async function disconnectOnTerminal(
  context: Context,
  chosen: ChosenConnections,
  yes: boolean,
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    if (chosen.kind !== 'ids') {
      const which = chosen.kind === 'all' ? 'all streams' : `the streams at ${chosen.endpoint}`;
      await confirm(context, `End ${which} of the application? Other programs may listen to them.`, {
        yes,
        interrupts,
      });
    }
    const ended = await disconnect(runOf(context, { signal: interrupts.signal }), chosen);
    print(context, `Ended ${counted(ended.successful_kills, 'connection')}.\n`);
    const failed = ended.results.filter(({ success }) => !success);
    if (ended.failed_kills === 0) return 0;
    throw new AdsyncError(
      'ADSYNC_RECORD_UNKNOWN',
      `${counted(ended.failed_kills, 'connection')} could not be ended`,
      {
        lines: failed.map(({ uuid, error_message: why = 'no reason told' }) => printable(`${uuid}: ${why}`)),
        remedy: '`adsync events list connections` shows the open ones.',
      },
    );
  });
}

/** Has events sent to a webhook again. Gives the exit code. */
export async function replayOnTerminal(
  context: Context,
  {
    webhookId,
    from,
    to,
  }: { readonly webhookId: string; readonly from: Moment; readonly to?: Moment | undefined },
): Promise<number> {
  const now = context.io.clock.now();
  return await untilInterrupted(context, async ({ signal }) => {
    const fromMs = sinceOf(from, now) ?? now;
    const job = await replayEvents(runOf(context, { signal }), {
      webhookId,
      fromMs,
      toMs: sinceOf(to, now) ?? now,
    });
    print(context, `The platform sends the events again: replay ${printable(job.job_id)}.\n`);
    return 0;
  });
}

/** Adds rules of the filtered stream, or deletes those with some ids. Gives the exit code. */
export async function changeRulesOnTerminal(
  context: Context,
  change: {
    readonly action: 'add' | 'delete';
    readonly values: readonly string[];
    readonly tag?: string | undefined;
  },
  format: RecordFormat,
): Promise<number> {
  const { action, values, tag } = change;
  if (values.length === 0)
    throw new AdsyncError('ADSYNC_USAGE', `there is nothing to ${action}`, {
      remedy:
        action === 'add'
          ? "Write a rule: adsync events rules add 'from:adsync has:images'"
          : 'Name the ids of rules.',
    });
  return await untilInterrupted(context, async ({ signal }) => {
    const run = runOf(context, { signal });
    const { added, refused } = await changeRules(
      run,
      action === 'add' ? { add: values.map((value) => ({ value, tag })) } : { delete: { ids: values } },
    );
    if (added.length > 0) await showSheet(context, eventRecordsSheet(added), format);
    if (refused.length > 0)
      throw new AdsyncError(
        'ADSYNC_PLATFORM_REFUSED',
        `the platform refused ${counted(refused.length, 'rule')}`,
        {
          lines: refused.map(printable),
          remedy: '`adsync events rules list` shows the rules that stand.',
        },
      );
    if (action === 'delete') print(context, `Deleted ${counted(values.length, 'rule')}.\n`);
    return 0;
  });
}
