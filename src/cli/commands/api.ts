import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { collect } from '../global-options.ts';

export const apiCommand = defineCommand({
  name: 'api',
  summary: 'one signed call to any endpoint of the platform',
  description:
    'Calls an endpoint of the platform, signed as it needs, and prints the answer with every number as the platform wrote it. Parameters of a GET go into the query, those of a write where the endpoint takes them. A write says which resources of the state it names and asks before it is sent; it is never sent twice unless the platform refused it, and where a stop stands it switches nothing on. :account_id in the path is the account of --account.',
  arguments: [
    ['<method>', 'GET, POST, PUT or DELETE'],
    ['<path>', 'the path from the version on, such as /12/accounts, or an address of the platform'],
  ],
  options: [
    new Option('-f, --raw-field <name=value>', 'a parameter whose value is text, repeatable').argParser(
      collect,
    ),
    new Option(
      '-F, --field <name=value>',
      'a parameter whose value is a number, true, false or null, else text; @FILE is what the file holds, @- standard input; repeatable',
    ).argParser(collect),
    new Option('--input <file>', 'a JSON body, - for standard input; parameters then go into the query'),
    new Option('--paginate', 'all pages of a list, as one document {"data": […]}'),
    new Option('--jq <expression>', 'print what this jq expression selects, of each page by itself'),
    new Option('--dry-run', 'print the request, without secrets, and send nothing'),
    new Option('-y, --yes', 'send a write without being asked'),
  ],
  examples: [
    [
      'the names of all campaigns',
      "adsync api GET /12/accounts/:account_id/campaigns --paginate --jq '.data[].name'",
    ],
    [
      'rename a campaign, after looking at the request',
      "adsync api PUT /12/accounts/18ce54d4x5t/campaigns/8wku2 -f name='Spring sale' --dry-run",
    ],
    [
      'a list of operations from a file',
      'adsync api POST /12/batch/accounts/18ce54d4x5t/campaigns --input batch.json',
    ],
  ],
  schema: z.object({
    rawField: z.array(z.string()).default([]),
    field: z.array(z.string()).default([]),
    input: z.string().optional(),
    paginate: z.boolean().default(false),
    jq: z.string().optional(),
    dryRun: z.boolean().default(false),
    yes: z.boolean().default(false),
  }),
  run: async (context, [method = '', path = ''], options) => {
    const { apiOnTerminal } = await import('../call-api.ts');
    return await apiOnTerminal(context, { method, path, ...options });
  },
});
