import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { wholeNumber } from '../global-options.ts';

export const sandboxCommand = defineCommand({
  name: 'sandbox',
  summary: 'serve the platform on this machine, for trying things out',
  description:
    'Serves an emulated platform on this machine until Ctrl-C, in memory or kept in a file. Prints the variables that make adsync use it.',
  arguments: [],
  options: [
    new Option('--port <port>', 'port to listen on; 0 takes a free one')
      .argParser(wholeNumber(0, 65_535))
      .default(4010),
    new Option('--https-port <port>', 'serve HTTPS too, with a certificate that signs itself').argParser(
      wholeNumber(0, 65_535),
    ),
    new Option('--split', 'the operations for sandbox accounts on a port of their own, the next one'),
    new Option('--data <file>', 'keep everything in this file, made if there is none'),
    new Option('--seed <file>', 'JSON file of records to start from, in place of the default ones'),
    new Option('--latency <ms>', 'milliseconds that every request takes longer')
      .argParser(wholeNumber(0, 60_000))
      .default(0),
    new Option('--clock <time>', "the sandbox's time at the start, such as 2026-12-01T00:00:00Z"),
    new Option('--profile <name>', 'the whole public platform, or only what its reference documents hold')
      .choices(['public', 'reference'])
      .default('public'),
    new Option('--json', 'one line of JSON when ready'),
  ],
  schema: z.object({
    port: z.number(),
    httpsPort: z.number().optional(),
    split: z.boolean().default(false),
    data: z.string().optional(),
    seed: z.string().optional(),
    latency: z.number(),
    clock: z.string().optional(),
    profile: z.enum(['public', 'reference']),
    json: z.boolean().default(false),
  }),
  run: async (context, _args, options) => {
    const { serveSandbox } = await import('../serve-sandbox.ts');
    await serveSandbox(context, options);
    return 0;
  },
});
