import { Option } from 'commander';
import { z } from 'zod';
import { targetingLists } from '../../lookups/targeting-lists.ts';
import { defineCommand } from '../define-command.ts';
import { recordFormats } from '../report-formats.ts';

export const lookupCommand = defineCommand({
  name: 'lookup',
  summary: 'values for targeting, by their names',
  description: `Looks up what can be targeted in the lists of the platform, and gives the line to write into targeting. There are ${targetingLists.map(({ name }) => name).join(', ')}. The platform allows few reads of its lists, so that they are kept on disk for 30 days.`,
  arguments: [
    ['<what>', 'what is looked for, such as location or interest'],
    ['[text]', 'a part of the name (default: all)'],
  ],
  options: [
    new Option('--country <code>', 'of locations, network operators and events: two letters, such as US'),
    new Option('--type <type>', 'of locations').choices([
      'countries',
      'regions',
      'metros',
      'cities',
      'postal_codes',
    ]),
    new Option('--locale <locale>', 'of television shows, such as en-US'),
    new Option('--format <format>', 'form of the answer (default table)').choices(recordFormats),
  ],
  examples: [
    ['a city', 'adsync lookup location "los angeles" --type cities'],
    ['interests in running', 'adsync lookup interest running'],
    ['all languages, for a program', 'adsync lookup language --format json'],
  ],
  schema: z.object({
    country: z.string().optional(),
    type: z.string().optional(),
    locale: z.string().optional(),
    format: z.enum(recordFormats).default('table'),
  }),
  run: async (context, [what = '', text = ''], { country, type, locale, format }) => {
    const { targetsOnTerminal } = await import('../show-targets.ts');
    const options = { country: country?.toUpperCase(), type: type?.toUpperCase(), locale };
    return await targetsOnTerminal(context, { what, text, options }, format);
  },
});
