import { Option } from 'commander';
import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { Settled } from '../../runs/state/resolve-address.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { collect } from '../global-options.ts';

export const stateResolveCommand = defineCommand({
  name: 'state resolve',
  summary: 'say what became of a request whose outcome cannot be found out',
  description:
    'Settles a request that an earlier run sent and whose outcome reading cannot tell (exit code 7), for all resources of that request at once, since a batch takes effect as a whole or not at all. With --id it took effect, and the record with that id is what the address stands for; records of the same request that reading shows are found by themselves. With --absent it did not take effect, and the next apply sends it again.',
  arguments: [['<address>', 'an address of the request, as the error prints it']],
  options: [
    new Option(
      '--id <id>',
      'it took effect, and this is the record; ADDRESS=ID for another resource of the request, repeatable',
    ).argParser(collect),
    new Option('--absent', 'it did not take effect'),
  ],
  examples: [
    ['the request did create this record', 'adsync state resolve acme-us/campaigns/spring --id 8wku2'],
    ['it did not take effect', 'adsync state resolve acme-us/campaigns/spring --absent'],
  ],
  schema: z.object({ id: z.array(z.string()).default([]), absent: z.boolean().default(false) }),
  run: async (context, [address = ''], { id, absent }) => {
    if (absent === id.length > 0)
      throw new AdsyncError('ADSYNC_USAGE', 'one of --id and --absent is needed', {
        remedy: 'Say --id ID if the request took effect, --absent if it did not.',
      });
    const { resolveAddress } = await import('../../runs/state/resolve-address.ts');
    const { runOf } = await import('../terminal-run.ts');
    const word = absent ? 'absent' : { ids: idsFrom(address, id) };
    print(context, settledText(await resolveAddress(runOf(context), address, word)));
    return 0;
  },
});

function idsFrom(address: string, given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((each): [string, string] => {
      const at = each.lastIndexOf('=');
      return at === -1 ? [address, each] : [each.slice(0, at), each.slice(at + 1)];
    }),
  );
}

function settledText({ intent: { operations }, outcome: { result, put, remove } }: Settled): string {
  const ids = new Map(put.map(({ address, id }) => [address, id]));
  const lines = operations.map(({ address, type }) => {
    if (result === 'absent') return `${address}: ${type.toLowerCase()} did not take effect`;
    if (remove.includes(address)) return `${address}: deleted`;
    const id = ids.get(address);
    return `${address}: ${type.toLowerCase()} took effect${id === undefined ? '' : `, ${id}`}`;
  });
  return `${lines.join('\n')}\nRecorded. Run \`adsync plan\` to see what is left to do.\n`;
}
