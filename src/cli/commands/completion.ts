import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { defineCommand } from '../define-command.ts';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'print a script that completes commands, options and addresses in your shell',
  description:
    'Prints a script for bash, zsh or fish. bash: put eval "$(adsync completion bash)" into ~/.bashrc. zsh: put eval "$(adsync completion zsh)" into ~/.zshrc, after compinit. fish: adsync completion fish > ~/.config/fish/completions/adsync.fish',
  arguments: [['<shell>', 'bash, zsh or fish']],
  options: [],
  examples: [
    ['in this shell', 'eval "$(adsync completion bash)"'],
    ['in every fish from now on', 'adsync completion fish > ~/.config/fish/completions/adsync.fish'],
  ],
  schema: z.object({}),
  run: async (context, [name]) => {
    const { completionScript, shells } = await import('../completion/scripts.ts');
    const shell = shells.find((one) => one === name);
    if (shell === undefined) {
      throw new AdsyncError('ADSYNC_USAGE', `there is no completion for ${name}`, {
        remedy: `Ask for one of ${shells.join(', ')}.`,
      });
    }
    context.io.stdout.write(await completionScript(shell));
    return 0;
  },
});
