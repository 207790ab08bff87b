import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { keyPattern } from '../../schemas/key-pattern.ts';
import { defineCommand } from '../define-command.ts';
import { collect } from '../global-options.ts';
import { folderNamed } from '../standard-streams.ts';

export const importCommand = defineCommand({
  name: 'import',
  summary: 'write a document for a live account, and adopt what it declares',
  description:
    'Reads a live account, writes a document that says what is there, and records in the state that adsync owns it: a plan right after is empty. Posts, cards and media are written where something refers to them. A large account becomes several files. Nothing changes on the platform, and no file is overwritten.',
  arguments: [['<account-id>', "the platform's id of the account"]],
  options: [
    new Option('-o, --out <dir>', 'the folder to write into (default: the working directory)').argParser(
      folderNamed,
    ),
    new Option('--key <key>', 'the key of the account in the document (default: from its name)').argParser(
      key,
    ),
    new Option('--active', 'only campaigns that are ACTIVE, and what stands beneath them'),
    new Option(
      '--name <glob>',
      'only campaigns whose name this fits, and what stands beneath them: * is any text, ? one character; repeatable',
    ).argParser(collect),
  ],
  examples: [
    ['a document for a live account', 'adsync import 18ce54d4x5t'],
    ['only the running campaigns of spring', "adsync import 18ce54d4x5t --active --name 'Spring *'"],
    ['into a folder, under a key of your own', 'adsync import 18ce54d4x5t --out ads --key acme-us'],
  ],
  schema: z.object({
    out: z.string().optional(),
    key: z.string().optional(),
    active: z.boolean().default(false),
    name: z.array(z.string()).default([]),
  }),
  run: async (context, [accountId = ''], { out, key: given, active, name: names }) => {
    const { importOnTerminal } = await import('../import-account.ts');
    return await importOnTerminal(context, {
      accountId,
      folder: out,
      key: given,
      campaigns: { active, names },
    });
  },
});

function key(text: string): string {
  if (keyPattern.test(text)) return text;
  throw new InvalidArgumentError('write lower-case letters, digits, ".", "_" and "-".');
}
