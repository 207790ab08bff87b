import { z } from 'zod';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const validateCommand = defineCommand({
  name: 'validate',
  summary: 'check the document; needs no network',
  arguments: [['[paths...]', 'files and folders of the document (default campaigns.yaml)']],
  options: [],
  schema: z.object({}),
  run: async (context, args) => {
    const { documentPaths, readDocument } = await import('../session.ts');
    const { checkMembers } = await import('../survey-members.ts');
    const document = await readDocument(context, documentPaths(args));
    await checkMembers({ context, document });
    const { accounts, files, resources } = document;
    const found = resources.length - accounts.length;
    print(
      context,
      `Valid: ${counted(found, 'resource')} in ${counted(accounts.length, 'account')}, from ${counted(files.length, 'file')}.\n`,
    );
    return 0;
  },
});

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
