import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { moment } from '../moment.ts';
import { wholeNumber } from '../whole-number.ts';

export const eventsListenCommand = defineCommand({
  name: 'events listen',
  summary: 'print activity events as they happen, one JSON line each',
  description:
    'Prints the activity events of the application as they happen, one JSON line each, until Ctrl-C: those that `adsync events subscribe` asks for. A connection that breaks, or is silent for 45 seconds, is opened again at the pace that the platform asks for; what happened meanwhile is asked for again, as far as the platform offers it, and an event that comes twice is printed once. Nothing is written to the platform.',
  arguments: [],
  options: [
    new Option(
      '--since <time>',
      'also what happened since: a time (2026-11-20T10:00:00Z), or how long ago (5m)',
    ).argParser(moment),
    new Option('--limit <count>', 'end after so many events').argParser(wholeNumber),
  ],
  examples: [
    ['all events, until Ctrl-C', 'adsync events listen'],
    ['what happened in the last five minutes as well', 'adsync events listen --since 5m'],
    ['the types only, by another program', 'adsync events listen | jq .data.event_type'],
  ],
  schema: z.object({
    since: z
      .object({ at: z.number() })
      .or(z.object({ ago: z.number() }))
      .optional(),
    limit: z.number().optional(),
  }),
  run: async (context, _args, options) => {
    const { listenOnTerminal } = await import('../listen-to-events.ts');
    return await listenOnTerminal(context, options);
  },
});
