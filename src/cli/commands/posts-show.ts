import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { recordFormats } from '../report-formats.ts';

export const postsShowCommand = defineCommand({
  name: 'posts show',
  summary: 'published posts with their public counts',
  description:
    'Shows published posts with their public counts: likes, replies, reposts, quotes, impressions, as the data API has them now. Any number of posts; a request takes 100. Only reads.',
  arguments: [['<posts...>', 'ids of posts, or addresses of the state such as acme-us/posts/hero']],
  options: [new Option('--format <format>', 'form of the posts (default table)').choices(recordFormats)],
  examples: [
    ['a post of the document', 'adsync posts show acme-us/posts/hero'],
    [
      'two posts, for a spreadsheet',
      'adsync posts show 1166476031668015104 1166476031668015105 --format csv',
    ],
  ],
  schema: z.object({ format: z.enum(recordFormats).default('table') }),
  run: async (context, names, { format }) => {
    const { postsOnTerminal } = await import('../show-posts.ts');
    return await postsOnTerminal(context, names, format);
  },
});
