import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { collect } from '../global-options.ts';
import { pathsArgument } from '../paths-argument.ts';

export const stateRebuildCommand = defineCommand({
  name: 'state rebuild',
  summary: 'find lost entries of the state again, by the names that the document declares',
  description:
    'Reads the document and what is live, finds for each resource that the state does not know the one live record with its natural key, such as its name, and records it after asking. What several records fit is listed with the options that choose. A state file that is damaged is set aside under another name first, and never deleted. Nothing changes on the platform.',
  arguments: [pathsArgument],
  options: [
    new Option('--adopt <address=id>', 'the record to take where several fit, repeatable').argParser(collect),
    new Option('-y, --yes', 'do not ask'),
  ],
  examples: [
    ['find what the document declares on the platform', 'adsync state rebuild'],
    ['where several have one name, choose', 'adsync state rebuild --adopt acme-us/campaigns/spring=8wku2'],
  ],
  schema: z.object({ adopt: z.array(z.string()).default([]), yes: z.boolean().default(false) }),
  run: async (context, args, { adopt, yes }) => {
    const { rebuildOnTerminal } = await import('../rebuild-state.ts');
    const { documentPaths } = await import('../../runs/document-paths.ts');
    return await rebuildOnTerminal(context, { paths: await documentPaths(args, context.io.cwd), adopt, yes });
  },
});
