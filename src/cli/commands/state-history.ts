import { Option } from 'commander';
import { z } from 'zod';
import { jsonText } from '../../diagnostics/json-text.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const stateHistoryCommand = defineCommand({
  name: 'state history',
  summary: 'show who changed what, when, by which command and document',
  description:
    'Shows every run that wrote to the state, the oldest first: when, who and on which machine, by which command, the digest of the document, what was agreed to (--adopt, --override and so on), and each change with the fields that were sent and what became of it. Values are not shown.',
  arguments: [['[address]', 'only what changed at or beneath this address']],
  options: [new Option('--json', 'as JSON')],
  examples: [
    ['all runs', 'adsync state history'],
    ['of one campaign and what stands beneath it', 'adsync state history acme-us/campaigns/spring'],
  ],
  schema: z.object({ json: z.boolean().default(false) }),
  run: async (context, [address], options) => {
    const { runOf } = await import('../terminal-run.ts');
    const { readHistory } = await import('../../runs/state/read-history.ts');
    const { pageWidth } = await import('../../report/layout.ts');
    const { historyText } = await import('../../report/history-text.ts');
    const runs = await readHistory(runOf(context), address);
    if (options.json) context.io.stdout.write(`${jsonText(runs, 2)}\n`);
    else print(context, historyText(runs, pageWidth(context.io.stdout)));
    return 0;
  },
});
