import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const stateUnlockCommand = defineCommand({
  name: 'state unlock',
  summary: 'show who holds the lock, and break it',
  description:
    'Shows who holds the lock of each account and since when, and breaks it after asking. That is seldom needed: the lock of a process that died on this machine is free at once, any other 60 seconds after its holder has last been heard of. A run whose lock was broken can record no request any more and ends; what it has sent before may still take effect, which the next apply finds out.',
  arguments: [],
  options: [new Option('-y, --yes', 'do not ask')],
  examples: [
    ['break the locks of all accounts, after a question', 'adsync state unlock'],
    ['of one account', 'adsync state unlock --account acme-us'],
  ],
  schema: z.object({ yes: z.boolean().default(false) }),
  run: async (context, _args, options) => {
    const { unlockOnTerminal } = await import('../unlock.ts');
    return await unlockOnTerminal(context, options.yes);
  },
});
