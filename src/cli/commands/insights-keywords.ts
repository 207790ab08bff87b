import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { collect } from '../global-options.ts';
import { recordFormats } from '../report-formats.ts';

export const insightsKeywordsCommand = defineCommand({
  name: 'insights keywords',
  summary: 'how many posts have keywords, by day or hour, and which keywords go with them',
  description:
    'Counts the posts that have one of the keywords, over at most 7 days, and names related keywords. One country at a time, or the whole world. Takes up to 10 keywords, those of --without included. Times are UTC.',
  arguments: [['<keywords...>', 'keywords; posts with any of them are counted']],
  options: [
    new Option('--without <keyword>', 'posts with this keyword are not counted, repeatable').argParser(
      collect,
    ),
    new Option('--by <period>', 'periods to count in (default day)').choices(['day', 'hour']),
    new Option('--from <time>', 'a date, or a time with its offset (default: 7 days before --to, or a day)'),
    new Option('--to <time>', 'a date, or a time with its offset (default: now)'),
    new Option('--country <id>', "the platform's id of a country, as in targeting"),
    new Option('--format <format>', 'form of the answer (default table)').choices(recordFormats),
  ],
  examples: [
    ['the last week', 'adsync insights keywords sneakers "running shoes"'],
    [
      'yesterday by the hour, in one country',
      'adsync insights keywords sneakers --by hour --country 96683cc9126741d1',
    ],
  ],
  schema: z.object({
    without: z.array(z.string()).default([]),
    by: z.enum(['day', 'hour']).default('day'),
    from: z.string().optional(),
    to: z.string().optional(),
    country: z.string().optional(),
    format: z.enum(recordFormats).default('table'),
  }),
  run: async (context, keywords, { without, by, from, to, country, format }) => {
    const { keywordsOnTerminal } = await import('../show-keywords.ts');
    const granularity = by === 'day' ? 'DAY' : 'HOUR';
    return await keywordsOnTerminal(context, { keywords, without, granularity, from, to, country }, format);
  },
});
