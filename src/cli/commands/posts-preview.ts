import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

const types = ['published', 'scheduled', 'draft'] as const;
const platformTypes = { published: 'PUBLISHED', scheduled: 'SCHEDULED', draft: 'DRAFT' } as const;

export const postsPreviewCommand = defineCommand({
  name: 'posts preview',
  summary: 'how posts look, drafts and scheduled ones too',
  description:
    'Has the platform draw posts, and prints the markup of each, saves a page of them, or opens that page in the browser. An id whose sort nothing tells is looked for among published posts, scheduled ones and drafts. The platform tells the user of the credentials of a preview of a draft.',
  arguments: [['<posts...>', 'addresses of the state such as acme-us/draft_posts/teaser, or ids']],
  options: [
    new Option('--type <type>', 'of which sort ids are that the state does not know').choices(types),
    new Option('-o, --out <file>', 'write a page with all of them to a file; - is standard output'),
    new Option('--browser', 'open the page in the browser'),
  ],
  examples: [
    ['a draft, in the browser', 'adsync posts preview acme-us/draft_posts/teaser --browser'],
    ['two posts, as a page', 'adsync posts preview 1166476031668015104 1166476031668015105 -o previews.html'],
  ],
  schema: z.object({
    type: z.enum(types).optional(),
    out: z.string().optional(),
    browser: z.boolean().default(false),
  }),
  run: async (context, names, { type, out, browser }) => {
    const { previewsOnTerminal } = await import('../preview-posts.ts');
    const platformType = type === undefined ? undefined : platformTypes[type];
    return await previewsOnTerminal(context, names, { type: platformType, out, browser });
  },
});
