import { Option } from 'commander';
import { z } from 'zod';
import { jsonText } from '../../diagnostics/json-text.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const stateShowCommand = defineCommand({
  name: 'state show',
  summary: 'show one resource of the state: its id and what was last applied',
  description:
    "Shows what the state knows of one resource: its id, how it came to be adsync's, the file that declared it, and what was last applied. Of an account: the platform that it is on, how much of it is in the state, the stops that stand over it, and the policy of the last apply. Reads neither the document nor the platform.",
  arguments: [
    ['<address>', "the address, as `state list` prints it; of an account its key or the platform's id"],
  ],
  options: [new Option('--json', 'as JSON')],
  examples: [
    ['what was last applied', 'adsync state show acme-us/campaigns/spring'],
    ['as JSON', 'adsync state show acme-us/campaigns/spring --json'],
    ['an account, with its policy and its stops', 'adsync state show acme-us'],
  ],
  schema: z.object({ json: z.boolean().default(false) }),
  run: async (context, [address = ''], options) => {
    const { runOf } = await import('../terminal-run.ts');
    const { readKnown } = await import('../../runs/state/read-known.ts');
    const { accountText, entryText } = await import('../../report/entries-text.ts');
    const { unknownAddress } = await import('../../runs/scope.ts');
    const { entry, account, addresses } = await readKnown(runOf(context), address);
    if (options.json && (entry ?? account) !== undefined)
      context.io.stdout.write(`${jsonText({ ...account, ...entry }, 2)}\n`);
    else if (account !== undefined) print(context, accountText(account, entry));
    else if (entry !== undefined) print(context, entryText(entry));
    else throw unknownAddress(address, addresses);
    return 0;
  },
});
