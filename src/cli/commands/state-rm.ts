import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const stateRmCommand = defineCommand({
  name: 'state rm',
  summary: 'forget resources; the platform keeps them',
  description:
    'Forgets resources and all beneath them; the platform keeps them as they are. What the document still declares is offered for adoption by the next plan. To have that reviewed with a plan, write `removed` with `destroy: false` in the document instead.',
  arguments: [['<address...>', 'the addresses, as `state list` prints them']],
  options: [new Option('-y, --yes', 'do not ask')],
  schema: z.object({ yes: z.boolean().default(false) }),
  run: async (context, addresses, options) => {
    const { forgetEntries } = await import('../forget-entries.ts');
    return await forgetEntries(context, addresses, options.yes);
  },
});
