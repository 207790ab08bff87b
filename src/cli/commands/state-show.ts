import { Option } from 'commander';
import { z } from 'zod';
import { jsonText } from '../../diagnostics/json-text.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const stateShowCommand = defineCommand({
  name: 'state show',
  summary: 'show one resource of the state: its id and what was last applied; of an account also its policy',
  arguments: [['<address>', 'the address, as `state list` prints it']],
  options: [new Option('--json', 'as JSON')],
  examples: [
    ['what was last applied', 'adsync state show acme-us/campaigns/spring'],
    ['as JSON', 'adsync state show acme-us/campaigns/spring --json'],
  ],
  schema: z.object({ json: z.boolean().default(false) }),
  run: async (context, [address = ''], options) => {
    const { runOf } = await import('../terminal-run.ts');
    const { readKnown } = await import('../../runs/state/read-known.ts');
    const { entryText, policyText } = await import('../../report/entries-text.ts');
    const { unknownAddress } = await import('../../runs/scope.ts');
    const { entry, policy, addresses } = await readKnown(runOf(context), address);
    if (entry === undefined && policy === undefined) throw unknownAddress(address, addresses);
    const known = { ...entry, ...(policy === undefined ? {} : { policy }) };
    const text = `${entry === undefined ? '' : entryText(entry)}${policy === undefined ? '' : policyText(policy)}`;
    if (options.json) context.io.stdout.write(`${jsonText(known, 2)}\n`);
    else print(context, text);
    return 0;
  },
});
