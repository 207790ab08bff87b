import { Option } from 'commander';
import { z } from 'zod';
import { counted } from '../../diagnostics/counted.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const stateRmCommand = defineCommand({
  name: 'state rm',
  summary: 'forget resources; the platform keeps them',
  description:
    'Forgets resources and all beneath them; the platform keeps them as they are. What the document still declares is offered for adoption by the next plan. To have that reviewed with a plan, write `removed` with `destroy: false` in the document instead.',
  arguments: [['<address...>', 'the addresses, as `state list` prints them']],
  options: [new Option('-y, --yes', 'do not ask')],
  examples: [
    ['forget a campaign; it stays on the platform', 'adsync state rm acme-us/campaigns/spring'],
    ['forget an account', 'adsync state rm acme-us --yes'],
  ],
  schema: z.object({ yes: z.boolean().default(false) }),
  run: async (context, addresses, options) => {
    const { forgetEntries } = await import('../../runs/state/forget-entries.ts');
    const { confirm } = await import('../confirm.ts');
    const { untilInterrupted } = await import('../interrupts.ts');
    const { runOf } = await import('../terminal-run.ts');
    const { entriesText } = await import('../../report/entries-text.ts');
    const { pageWidth } = await import('../../report/layout.ts');
    return await untilInterrupted(context, async (interrupts) => {
      const run = runOf(context, { signal: interrupts.signal });
      const forgotten = await forgetEntries(run, addresses, async (entries) => {
        print(context, entriesText(entries, pageWidth(context.io.stdout)));
        const question = `Forget ${counted(entries.length, 'resource')}? The platform keeps them; adsync no longer does.`;
        await confirm(context, question, { yes: options.yes, interrupts });
      });
      print(context, `Forgotten: ${counted(forgotten.length, 'resource')}.\n`);
      return 0;
    });
  },
});
