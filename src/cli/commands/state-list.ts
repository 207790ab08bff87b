import { Option } from 'commander';
import { z } from 'zod';
import { jsonText } from '../../diagnostics/json-text.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const stateListCommand = defineCommand({
  name: 'state list',
  summary: 'list what the state knows: address, kind and id',
  arguments: [['[address]', 'only what stands at or beneath this address']],
  options: [new Option('--json', 'as JSON')],
  examples: [
    ['all that adsync owns', 'adsync state list'],
    ['beneath one address', 'adsync state list acme-us/campaigns/spring'],
  ],
  schema: z.object({ json: z.boolean().default(false) }),
  run: async (context, [prefix], options) => {
    const { runOf } = await import('../terminal-run.ts');
    const { readEntries } = await import('../../runs/state/read-entries.ts');
    const { pageWidth } = await import('../../report/layout.ts');
    const { entriesText } = await import('../../report/entries-text.ts');
    const { unknownAddress } = await import('../../runs/scope.ts');
    const { isWithin } = await import('../../schemas/address.ts');
    const all = await readEntries(runOf(context));
    const entries = all.filter(({ address }) => prefix === undefined || isWithin(address, prefix));
    if (entries.length === 0 && prefix !== undefined) {
      throw unknownAddress(
        prefix,
        all.map(({ address }) => address),
      );
    }
    if (options.json) context.io.stdout.write(`${jsonText(entries, 2)}\n`);
    else print(context, entriesText(entries, pageWidth(context.io.stdout)));
    return 0;
  },
});
