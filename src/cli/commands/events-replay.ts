import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { moment } from '../moment.ts';

const momentSchema = z.object({ at: z.number() }).or(z.object({ ago: z.number() }));

export const eventsReplayCommand = defineCommand({
  name: 'events replay',
  summary: 'have the events of some minutes sent to a webhook again',
  description:
    'Asks the platform to send to a webhook again what it sent in some minutes. The minutes of both times count, in UTC. A receiver that had an event before gets it twice: `adsync events listen --webhook` refuses the second one.',
  arguments: [['<webhook>', 'id of the webhook, from `adsync events list webhooks`']],
  options: [
    new Option('--from <time>', 'from when on: a time, or how long ago (30m)')
      .argParser(moment)
      .makeOptionMandatory(),
    new Option('--to <time>', 'until when (default: now)').argParser(moment),
  ],
  examples: [
    ['the last half an hour', 'adsync events replay 151000000000001 --from 30m'],
    [
      'an hour of a day',
      'adsync events replay 151000000000001 --from 2026-11-20T10:00:00Z --to 2026-11-20T11:00:00Z',
    ],
  ],
  schema: z.object({ from: momentSchema, to: momentSchema.optional() }),
  run: async (context, [webhookId = ''], { from, to }) => {
    const { replayOnTerminal } = await import('../show-event-records.ts');
    return await replayOnTerminal(context, { webhookId, from, to });
  },
});
