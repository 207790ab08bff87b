import { z } from 'zod';
import { print } from '../context.ts';
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
  examples: [
    [
      'from a file to a database',
      'adsync state copy sqlite:.adsync/state.db postgres://db.example.com/adsync',
    ],
    ['into another file', 'adsync state copy sqlite:.adsync/state.db sqlite:backup.db'],
  ],
  schema: z.object({}),
  run: async (context, [from = '', to = '']) => {
    const { copyBetween } = await import('../../runs/state/copy-state.ts');
    const { counted } = await import('../../diagnostics/counted.ts');
    const { runOf } = await import('../terminal-run.ts');
    const copied = await copyBetween(runOf(context), from, to);
    const { resources, bindings, open_intents: open, journal, members } = copied.rows;
    const counts = [
      counted(resources, 'resource'),
      counted(bindings, 'account'),
      counted(open, 'open request'),
      counted(members, 'audience member'),
      `${counted(journal, 'record')} of history`,
    ];
    print(
      context,
      `Copied ${counts.join(', ')}\n  from ${copied.from}\n  to   ${copied.to}\nThe old state is still there. From now on use one of the two only: set ADSYNC_STATE or --state to the new place.\n`,
    );
    return 0;
  },
});
