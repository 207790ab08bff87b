import { Option } from 'commander';
import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { note } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const fmtCommand = defineCommand({
  name: 'fmt',
  summary: 'lay out the files of the document: order of keys, spacing',
  description:
    'Writes the files of the document in their canonical layout: keys in the order of the reference, two blanks a level, at most one blank line between entries. Comments, quotes and brackets stay; what the document says never changes. Prints the names of the files that it changes.',
  arguments: [
    [
      '[paths...]',
      'files and folders (default: campaigns.yaml, else campaigns/); - reads standard input and writes standard output',
    ],
  ],
  options: [
    new Option(
      '--check',
      'write nothing; exit code 1 and the names of the files where something would change',
    ),
  ],
  examples: [
    ['lay out the document', 'adsync fmt'],
    ['say what is not laid out, in a pipeline', 'adsync fmt --check'],
  ],
  schema: z.object({ check: z.boolean().default(false) }),
  run: async (context, args, { check }) => {
    const { documentPaths } = await import('../../runs/document-paths.ts');
    const { formatFiles, formatInput } = await import('../format-files.ts');
    if (args.includes('-')) {
      if (args.length === 1) return await formatInput(context, check);
      throw new AdsyncError('ADSYNC_USAGE', '- stands for standard input and takes no other path beside it', {
        remedy: 'Run fmt once for standard input and once for the files.',
      });
    }
    const paths = await documentPaths(args, context.io.cwd);
    if (args.length === 0 && paths.includes('.')) throw notTheWholeFolder();
    const changed = await formatFiles(context, paths, check);
    if (check && changed > 0) note(context, 'To lay them out: adsync fmt');
    return check && changed > 0 ? 1 : 0;
  },
});

/** A working directory may hold YAML files of other programs, which are written only where somebody asks for it. */
function notTheWholeFolder(): AdsyncError {
  return new AdsyncError(
    'ADSYNC_USAGE',
    'there is no campaigns.yaml and no folder campaigns, and fmt does not write to all of this folder unasked',
    { remedy: 'Name the files to lay out; . stands for every YAML file below this folder.' },
  );
}
