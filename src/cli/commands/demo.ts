import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const demoCommand = defineCommand({
  name: 'demo',
  summary: 'the whole story on an embedded sandbox, without credentials',
  description:
    'Plans, applies, plans again to nothing, changes things behind its back, and reports the drift: on a platform that is emulated in this process, in a temporary folder that is gone afterwards.',
  arguments: [],
  options: [],
  examples: [
    ['the whole story, on a platform of its own', 'adsync demo'],
    ['without notes', 'adsync demo --quiet'],
  ],
  schema: z.object({}),
  run: async (context) => {
    const { runDemo } = await import('../run-demo.ts');
    return await runDemo(context);
  },
});
