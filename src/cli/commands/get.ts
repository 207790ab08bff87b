import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { collect } from '../global-options.ts';
import { recordFormats } from '../report-formats.ts';

export const getCommand = defineCommand({
  name: 'get',
  summary: 'live records of a kind, as the platform has them now',
  description:
    "Shows live records of an account: all of a kind, those with some ids, or what stands beneath others. Fields have the document's names, amounts are in units of the currency. --account takes the platform's id, or a key that the state or the document knows; with one account there it can be left out. Only reads.",
  arguments: [
    ['<kind>', 'a kind or its section, such as campaign or line_items; adsync explain lists them'],
    ['[ids...]', "the platform's ids of the records (default: all)"],
  ],
  options: [
    new Option('--parent <id>', 'only what stands beneath the record with this id, repeatable').argParser(
      collect,
    ),
    new Option('--deleted', 'deleted records as well'),
    new Option('--format <format>', 'form of the records (default table)').choices(recordFormats),
  ],
  examples: [
    ['the campaigns of an account', 'adsync get campaigns --account 18ce54d4x5t'],
    ['the line items of one campaign, for a program', 'adsync get line_items --parent 8zva0 --format json'],
    ['two campaigns, though they may be deleted', 'adsync get campaign 8zva0 8zva1 --deleted'],
  ],
  schema: z.object({
    parent: z.array(z.string()).default([]),
    deleted: z.boolean().default(false),
    format: z.enum(recordFormats).default('table'),
  }),
  run: async (context, [kind = '', ...ids], { parent, deleted, format }) => {
    const { recordsOnTerminal } = await import('../show-records.ts');
    return await recordsOnTerminal(context, { kind, ids, parentIds: parent, deletedToo: deleted }, format);
  },
});
