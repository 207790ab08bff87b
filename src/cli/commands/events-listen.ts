import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { listenAddress } from '../listen-address.ts';
import { moment } from '../moment.ts';
import { wholeNumber } from '../whole-number.ts';

export const eventsListenCommand = defineCommand({
  name: 'events listen',
  summary: 'print activity events as they happen, one JSON line each',
  description:
    'Prints the activity events of the application as they happen, one JSON line each, until Ctrl-C: those that `adsync events subscribe` asks for. A connection that breaks, or is silent for 45 seconds, is opened again at the pace that the platform asks for; what happened meanwhile is asked for again, as far as the platform offers it, and an event that comes twice is printed once. With --webhook it is the receiver of a webhook: it answers the platform with the proof that it has the secret of the application, and refuses deliveries whose signature is missing or wrong, or that came before.',
  arguments: [],
  options: [
    new Option(
      '--since <time>',
      'also what happened since: a time (2026-11-20T10:00:00Z), or how long ago (5m)',
    ).argParser(moment),
    new Option(
      '--webhook [address]',
      'receive the deliveries of a webhook in place of the stream, at [HOST:]PORT (default 127.0.0.1:4040)',
    ).argParser(listenAddress),
    new Option('--register <url>', 'with --webhook: register the public address that leads there'),
    new Option('--limit <count>', 'end after so many events').argParser(wholeNumber),
  ],
  examples: [
    ['all events, until Ctrl-C', 'adsync events listen'],
    ['what happened in the last five minutes as well', 'adsync events listen --since 5m'],
    [
      'what a webhook is sent, by way of a tunnel to this machine',
      'adsync events listen --webhook 4040 --register https://hooks.example.com/events',
    ],
  ],
  schema: z.object({
    since: z
      .object({ at: z.number() })
      .or(z.object({ ago: z.number() }))
      .optional(),
    limit: z.number().optional(),
    webhook: z
      .union([z.object({ host: z.string(), port: z.number() }), z.literal(true)])
      .transform((given) => (given === true ? listenAddress('4040') : given))
      .optional(),
    register: z.string().optional(),
  }),
  run: async (context, _args, options) => {
    const { listenOnTerminal } = await import('../listen-to-events.ts');
    return await listenOnTerminal(context, options);
  },
});
