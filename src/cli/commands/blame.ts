import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { recordFormats } from '../report-formats.ts';

export const blameCommand = defineCommand({
  name: 'blame',
  summary: 'who gave each field of a record its live value, when and with what',
  description:
    "Says of each field of a record who made it what it is: a run of adsync, from the journal of the state, or a user of the platform, from the platform's history of changes where that is open to the account. Where somebody else could have been meant, it says unknown, and what is known. Only reads.",
  arguments: [['<address>', "an address of the state, or the platform's id of a record"]],
  options: [
    new Option(
      '--kind <kind>',
      'what an id is of that the state does not know (default: campaign or line item)',
    ),
    new Option('--format <format>', 'form of the answer (default table)').choices(recordFormats),
  ],
  examples: [
    ['who set the budget of a campaign', 'adsync blame acme-us/campaigns/spring-sale'],
    ['of a record that nobody declares', 'adsync blame 8zva0 --account 18ce54d4x5t'],
  ],
  schema: z.object({
    kind: z.string().optional(),
    format: z.enum(recordFormats).default('table'),
  }),
  run: async (context, [named = ''], { kind, format }) => {
    const { blameOnTerminal } = await import('../show-blame.ts');
    return await blameOnTerminal(context, { named, kind }, format);
  },
});
