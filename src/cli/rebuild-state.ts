import { counted } from '../diagnostics/counted.ts';
import { pageWidth } from '../report/layout.ts';
import { rebuildText } from '../report/rebuild-text.ts';
import { type RebuildRequest, rebuildState } from '../runs/state/rebuild-state.ts';
import type { Rebuilt } from '../schemas/rebuilt.ts';
import { confirm } from './confirm.ts';
import { type Context, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { runOf } from './terminal-run.ts';

/** Rebuilds the state, shows what was found, and asks before it is recorded. Gives the exit code. */
export async function rebuildOnTerminal(
  context: Context,
  { yes, ...request }: RebuildRequest & { readonly yes: boolean },
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    let recorded: Rebuilt['found'] | undefined;
    await rebuildState(runOf(context, { signal: interrupts.signal }), request, {
      show: (rebuilt) => print(context, rebuildText(rebuilt, pageWidth(context.io.stdout))),
      confirm: async (rebuilt) => {
        await confirm(context, question(rebuilt), { yes, interrupts });
        recorded = rebuilt.found;
      },
      setAside: (file) => print(context, `The damaged state is kept as ${file}\n`),
    });
    if (recorded !== undefined) {
      const count = counted(recorded.length, 'resource');
      print(context, `Recorded: ${count}. Run \`adsync plan\` to see what is left to do.\n`);
    }
    return 0;
  });
}

function question({ found, damage }: Rebuilt): string {
  const record = `Record ${counted(found.length, 'resource')}?`;
  return damage === null ? record : `Set the damaged state aside, and begin a new one? ${record}`;
}
