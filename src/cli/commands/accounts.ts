import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { recordFormats } from '../report-formats.ts';

export const accountsCommand = defineCommand({
  name: 'accounts',
  summary: 'the ad accounts that the credentials see, and what pays for their campaigns',
  description:
    'Lists the ad accounts that the credentials see: ids, names, what the user of the credentials may do in each, time zone, and the funding instruments with what is left of them. Currencies are those of the funding instruments. Only reads; needs no document, and no state.',
  arguments: [],
  options: [new Option('--format <format>', 'form of the list (default table)').choices(recordFormats)],
  examples: [
    ['all that these credentials see', 'adsync accounts'],
    ['one of them, for a program', 'adsync accounts --account 18ce54d4x5t --format json'],
  ],
  schema: z.object({ format: z.enum(recordFormats).default('table') }),
  run: async (context, _args, { format }) => {
    const { accountsOnTerminal } = await import('../show-records.ts');
    return await accountsOnTerminal(context, format);
  },
});
