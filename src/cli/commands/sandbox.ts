import { sandboxOptions, sandboxSettingsSchema } from '../../../packages/sandbox/src/command/options.ts';
import { defineCommand } from '../define-command.ts';

export const sandboxCommand = defineCommand({
  name: 'sandbox',
  summary: 'serve the platform on this machine, for trying things out',
  description:
    'Serves an emulated platform on this machine until Ctrl-C, in memory or kept in a file. Prints the variables that make adsync use it.',
  arguments: [],
  options: sandboxOptions(),
  examples: [
    ['on port 4010, in memory', 'adsync sandbox'],
    ['keep what is made', 'adsync sandbox --data sandbox.db'],
    ['a free port, as one line of JSON', 'adsync sandbox --port 0 --json'],
  ],
  schema: sandboxSettingsSchema,
  run: async (context, _args, options) => {
    const { serveSandbox } = await import('../serve-sandbox.ts');
    await serveSandbox(context, options);
    return 0;
  },
});
