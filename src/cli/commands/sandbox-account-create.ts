import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { recordFormats } from '../report-formats.ts';

export const sandboxAccountCreateCommand = defineCommand({
  name: 'sandbox-account create',
  summary: "make an account on the platform's own sandbox",
  description:
    'Makes an ad account on the sandbox that the platform itself runs (ads-api-sandbox.x.com, or ADSYNC_ADS_SANDBOX_BASE_URL), for the user of the credentials, and shows it. A document then gives it funding instruments, which only that sandbox makes, too. It has nothing to do with `adsync sandbox`, which is the platform on this machine.',
  arguments: [],
  options: [new Option('--format <format>', 'form of the record (default table)').choices(recordFormats)],
  examples: [
    ['a new account', 'adsync sandbox-account create'],
    ['for a program, which needs its id', 'adsync sandbox-account create --format json'],
  ],
  schema: z.object({ format: z.enum(recordFormats).default('table') }),
  run: async (context, _args, { format }) => {
    const { createAccountOnTerminal } = await import('../sandbox-accounts.ts');
    return await createAccountOnTerminal(context, format);
  },
});
