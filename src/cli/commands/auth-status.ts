import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const authStatusCommand = defineCommand({
  name: 'auth status',
  summary: 'whom the credentials speak for, where they come from, and what they lack',
  description:
    'Tells where the credentials come from (the environment or a profile), for which platform they are, who their user is, which ad accounts that user sees with which permissions, and what a document may declare that the user cannot write. Ends with 1 where the platform refuses them. Only reads, and shows no secret.',
  arguments: [],
  options: [new Option('--json', 'as JSON')],
  examples: [
    ['who am I?', 'adsync auth status'],
    ['the accounts of a profile, for a program', 'adsync auth status --profile staging --json'],
  ],
  schema: z.object({ json: z.boolean().default(false) }),
  run: async (context, _args, { json }) => {
    const { statusOnTerminal } = await import('../auth-on-terminal.ts');
    return await statusOnTerminal(context, json);
  },
});
