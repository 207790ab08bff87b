import { readTemplate } from '../project-template.ts';

/** The shells that there is completion for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The script that makes a shell ask `adsync __complete`. */
export async function completionScript(shell: Shell): Promise<string> {
  return await readTemplate(`completion/adsync.${shell}`);
}
