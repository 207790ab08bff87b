import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const stateCopyCommand = defineCommand({
  name: 'state copy',
  summary: 'copy the state to another place: sqlite:PATH or postgres://…',
  description:
    'Copies a state with everything it holds to a place that holds none yet: accounts, resources, the history with its open requests, audience members, and the key of its digests. While it copies, no other run can work with the state. The old state stays as it is; from then on only one of the two must be used.',
  arguments: [
    ['<from>', 'sqlite:PATH, or postgres://USER@HOST/DATABASE'],
    ['<to>', 'the same, where nothing is yet'],
  ],
  options: [],
  schema: z.object({}),
  run: async (context, [from = '', to = '']) => {
    const { copyBetween } = await import('../copy-state.ts');
    return await copyBetween(context, from, to);
  },
});
