import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { collect } from '../global-options.ts';
import { recordFormats } from '../report-formats.ts';

export const audienceEstimateCommand = defineCommand({
  name: 'audience estimate',
  summary: 'how many people the targeting of a line item reaches, before it exists or after',
  description:
    'Has the platform estimate how many people targeting reaches: of the line items of the document at or beneath an address, whether or not they exist yet, or of a live line item by its id. --targeting adds criteria to those of each line item, to see what they would change, or stands alone. Changes nothing.',
  arguments: [
    ['[address]', 'address of a line item, or of what it stands beneath; or the id of a live one'],
    ['[paths...]', 'files or folders of the document, where an address is named'],
  ],
  options: [
    new Option(
      '--targeting <type:value>',
      'a criterion more, such as INTEREST:1001 or BROAD_KEYWORD:NE:free, repeatable',
    ).argParser(collect),
    new Option('--format <format>', 'form of the estimates (default table)').choices(recordFormats),
  ],
  examples: [
    [
      'a line item of the document, which need not exist yet',
      'adsync audience estimate acme-us/campaigns/spring-sale/line_items/clicks',
    ],
    [
      'what one more interest would change for a live one',
      'adsync audience estimate 6zva --account acme-us --targeting INTEREST:1001',
    ],
    [
      'criteria alone',
      'adsync audience estimate --account 18ce54d4x5t --targeting INTEREST:1001 --targeting LOCATION:96683cc9126741d1',
    ],
  ],
  schema: z.object({
    targeting: z.array(z.string()).default([]),
    format: z.enum(recordFormats).default('table'),
  }),
  run: async (context, [named, ...paths], { targeting, format }) => {
    const { estimatesOnTerminal } = await import('../show-estimates.ts');
    return await estimatesOnTerminal(context, { named, targeting, paths }, format);
  },
});
