import { z } from 'zod';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const stateMvCommand = defineCommand({
  name: 'state mv',
  summary: 'give a resource and all beneath it another address, or an account another key',
  description:
    'Gives a resource and all beneath it another address in the state, after its key was changed in the document; nothing changes on the platform. It stays in its account, and nothing may stand at the new address. An account gets another key, and with it all that the state holds of the account, also what other documents declare. To have the move reviewed with a plan, write `moved` in the document instead.',
  arguments: [
    ['<from>', 'the address, as `state list` prints it'],
    ['<to>', 'the new address'],
  ],
  options: [],
  examples: [
    ['another key for a campaign', 'adsync state mv acme-us/campaigns/spring acme-us/campaigns/summer'],
    ['another key for an account', 'adsync state mv acme-us acme'],
  ],
  schema: z.object({}),
  run: async (context, [from = '', to = '']) => {
    const { moveEntries } = await import('../../runs/state/move-entries.ts');
    const { runOf } = await import('../terminal-run.ts');
    for (const moved of await moveEntries(runOf(context), from, to))
      print(context, `${moved.from} → ${moved.to}\n`);
    return 0;
  },
});
