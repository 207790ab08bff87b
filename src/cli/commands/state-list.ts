import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const stateListCommand = defineCommand({
  name: 'state list',
  summary: 'list what the state knows: address, kind and id',
  arguments: [['[address]', 'only what stands at or beneath this address']],
  options: [new Option('--json', 'as JSON')],
  schema: z.object({ json: z.boolean().default(false) }),
  run: async (context, [prefix], options) => {
    const { readEntries } = await import('../read-entries.ts');
    const { entriesText } = await import('../../report/entries-text.ts');
    const { unknownAddress } = await import('../scope.ts');
    const { isWithin } = await import('../addresses.ts');
    const all = await readEntries(context);
    const entries = all.filter(({ address }) => prefix === undefined || isWithin(address, prefix));
    if (entries.length === 0 && prefix !== undefined) {
      throw unknownAddress(
        prefix,
        all.map(({ address }) => address),
      );
    }
    context.io.stdout.write(
      options.json ? `${JSON.stringify(entries, undefined, 2)}\n` : entriesText(entries),
    );
    return 0;
  },
});
