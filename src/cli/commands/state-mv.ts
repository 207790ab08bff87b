import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const stateMvCommand = defineCommand({
  name: 'state mv',
  summary: 'give a resource and all beneath it another address',
  description:
    'Gives a resource and all beneath it another address in the state, after its key was changed in the document; nothing changes on the platform. It stays in its account, and nothing may stand at the new address. To have the move reviewed with a plan, write `moved` in the document instead.',
  arguments: [
    ['<from>', 'the address, as `state list` prints it'],
    ['<to>', 'the new address'],
  ],
  options: [],
  schema: z.object({}),
  run: async (context, [from = '', to = '']) => {
    const { moveEntries } = await import('../move-entries.ts');
    return await moveEntries(context, from, to);
  },
});
