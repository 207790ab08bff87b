import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const sandboxAccountDeleteCommand = defineCommand({
  name: 'sandbox-account delete',
  summary: "delete an account of the platform's own sandbox",
  description:
    'Deletes an ad account of the sandbox that the platform itself runs, by its id or by its key in the state, with all that is in it. Asks first. Accounts of the platform itself cannot be deleted: the request only ever goes to the address of the sandbox.',
  arguments: [['<account>', 'id of the account, or its key in the state']],
  options: [new Option('-y, --yes', 'do not ask')],
  examples: [
    ['an account, after a question', 'adsync sandbox-account delete 18ce54d4x5t'],
    ['in a script, without one', 'adsync sandbox-account delete 18ce54d4x5t --yes'],
  ],
  schema: z.object({ yes: z.boolean().default(false) }),
  run: async (context, [id = ''], { yes }) => {
    const { deleteAccountOnTerminal } = await import('../sandbox-accounts.ts');
    return await deleteAccountOnTerminal(context, id, yes);
  },
});
