import { z } from 'zod';
import { counted } from '../../diagnostics/counted.ts';
import { checkLinksOption } from '../check-links-option.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { pathsArgument } from '../paths-argument.ts';

export const validateCommand = defineCommand({
  name: 'validate',
  summary: 'check the document; needs no network',
  arguments: [pathsArgument],
  options: [checkLinksOption()],
  examples: [
    ['the document', 'adsync validate'],
    ['the document, and whether its links answer', 'adsync validate --check-links'],
    ['a folder, with values for development', 'adsync validate ads --var-file dev.yaml'],
  ],
  schema: z.object({ checkLinks: z.boolean().default(false) }),
  run: async (context, args, { checkLinks }) => {
    const { documentPaths } = await import('../../runs/document-paths.ts');
    const { readDocument } = await import('../../runs/read-document.ts');
    const { checkMembers } = await import('../../runs/check-members.ts');
    const { finishEdits } = await import('../../runs/finish-edits.ts');
    const { runOf } = await import('../terminal-run.ts');
    const run = runOf(context);
    await finishEdits(run);
    const document = await readDocument(run, await documentPaths(args, context.io.cwd));
    await checkMembers({ run, document });
    if (checkLinks) {
      const { noteLinks } = await import('../../runs/note-links.ts');
      await noteLinks(run, document, { targets: [], excludes: [] });
    }
    const { accounts, files, resources } = document;
    const found = resources.length - accounts.length;
    print(
      context,
      `Valid: ${counted(found, 'resource')} in ${counted(accounts.length, 'account')}, from ${counted(files.length, 'file')}.\n`,
    );
    return 0;
  },
});
