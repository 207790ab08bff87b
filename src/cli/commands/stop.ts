import { Option } from 'commander';
import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { defineCommand } from '../define-command.ts';

export const stopCommand = defineCommand({
  name: 'stop',
  summary: 'pause everything that can spend, until resume',
  description:
    "Pauses all ACTIVE campaigns that adsync owns, what can spend most first, and makes a stop stand: no apply switches anything on beneath it until `adsync resume`. Reads no document and knows no policy. With addresses or patterns it pauses only what stands there. With --all it pauses everything in the account, also what no document declares; --account then takes the platform's id too, and no state is needed.",
  arguments: [['[globs...]', 'addresses or patterns of what is stopped; all that adsync owns unless given']],
  options: [
    new Option('--all', 'everything in the account, also what no document declares'),
    new Option('--reason <text>', 'why, for everybody who meets the stop'),
    new Option('-y, --yes', 'do not ask'),
  ],
  examples: [
    ['everything that adsync owns', 'adsync stop --reason "the price is wrong"'],
    ['some campaigns of it', `adsync stop 'acme-us/campaigns/spring-*' --reason "the page is down"`],
    [
      'all that an account holds, without any state',
      'adsync stop --all --account 18ce54d4x5t --reason "a zero too many"',
    ],
  ],
  schema: z.object({
    all: z.boolean().default(false),
    reason: z.string().default(''),
    yes: z.boolean().default(false),
  }),
  run: async (context, patterns, { all, reason, yes }) => {
    if (reason.trim() === '')
      throw new AdsyncError('ADSYNC_USAGE', 'a stop needs a reason', {
        remedy: 'Say why, for everybody who meets the stop: adsync stop --reason "budget ran away"',
      });
    if (all && patterns.length > 0)
      throw new AdsyncError(
        'ADSYNC_USAGE',
        '--all stops everything, also beside the addresses that are given',
        {
          remedy: 'Give either addresses or --all.',
        },
      );
    const { stopOnTerminal } = await import('../stop-accounts.ts');
    return await stopOnTerminal(context, { patterns, all, reason: reason.trim() }, { yes });
  },
});
