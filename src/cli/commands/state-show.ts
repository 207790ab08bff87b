import { Option } from 'commander';
import { z } from 'zod';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const stateShowCommand = defineCommand({
  name: 'state show',
  summary: 'show one resource of the state: its id and what was last applied',
  arguments: [['<address>', 'the address, as `state list` prints it']],
  options: [new Option('--json', 'as JSON')],
  schema: z.object({ json: z.boolean().default(false) }),
  run: async (context, [address = ''], options) => {
    const { readEntries } = await import('../read-entries.ts');
    const { entryText } = await import('../../report/entries-text.ts');
    const { unknownAddress } = await import('../scope.ts');
    const entries = await readEntries(context);
    const entry = entries.find((each) => each.address === address);
    if (entry === undefined)
      throw unknownAddress(
        address,
        entries.map((each) => each.address),
      );
    if (options.json) context.io.stdout.write(`${JSON.stringify(entry, undefined, 2)}\n`);
    else print(context, entryText(entry));
    return 0;
  },
});
