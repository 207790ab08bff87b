import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { duration } from '../duration.ts';
import { collect } from '../global-options.ts';
import { pathsArgument } from '../paths-argument.ts';
import { addressOptions } from '../plan-options.ts';
import { driftFormats } from '../report-formats.ts';
import { wholeNumber } from '../whole-number.ts';

export const watchCommand = defineCommand({
  name: 'watch',
  summary: 'check for drift on a schedule, and at once when an event touches what is promoted',
  description:
    'Checks for drift again and again until Ctrl-C, and reports when it finds something else than before: on standard output, to a program, or to a webhook. An activity event that touches a promoted account or a post brings the next check forward; a burst of events leads to one check. A check that fails is told, and made again later. It holds no lock, and writes nothing, neither to the platform nor to the state.',
  arguments: [pathsArgument],
  options: [
    new Option('--every <duration>', 'how long after a check the next one begins (default 15m)').argParser(
      duration,
    ),
    new Option('--no-events', 'only by the schedule, without the stream of events'),
    new Option('--checks <count>', 'end after so many checks').argParser(wholeNumber),
    new Option('--format <format>', 'form of the report').choices(driftFormats).default('text'),
    new Option(
      '--exec <program>',
      'run this program, without a shell, with the report on its standard input',
    ),
    new Option('--exec-arg <argument>', 'an argument of the program, repeatable').argParser(collect),
    new Option(
      '--webhook <url>',
      'post the report to this address as Slack takes it (also ADSYNC_WATCH_WEBHOOK, where nobody else sees it)',
    ),
    ...addressOptions(),
  ],
  examples: [
    ['every quarter of an hour, and after events', 'adsync watch'],
    ['a message in Slack, from the address in ADSYNC_WATCH_WEBHOOK', 'adsync watch --every 5m'],
    [
      'a program that gets the report as JSON',
      'adsync watch --format json --exec ./on-drift.sh --exec-arg production',
    ],
  ],
  schema: z.object({
    every: z.number().default(15 * 60_000),
    events: z.boolean().default(true),
    checks: z.number().optional(),
    format: z.enum(driftFormats),
    exec: z.string().min(1).optional(),
    execArg: z.array(z.string()).default([]),
    webhook: z.string().optional(),
    target: z.array(z.string()).default([]),
    exclude: z.array(z.string()).default([]),
  }),
  run: async (context, args, options) => {
    const { watchOnTerminal } = await import('../watch-on-terminal.ts');
    return await watchOnTerminal(context, args, options);
  },
});
