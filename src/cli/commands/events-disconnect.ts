import { Option } from 'commander';
import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { defineCommand } from '../define-command.ts';

export const eventsDisconnectCommand = defineCommand({
  name: 'events disconnect',
  summary: 'end open streams of the application',
  description:
    'Ends streaming connections: those with some ids, which `adsync events list connections` shows, those of one stream, or all. Programs that listen, `adsync events listen` among them, may open theirs again. Ending all, or those of a stream, asks first.',
  arguments: [['[ids...]', 'ids of connections']],
  options: [
    new Option('--endpoint <id>', 'those of one stream, such as activity_stream'),
    new Option('--all', 'all of the application'),
    new Option('-y, --yes', 'do not ask'),
  ],
  examples: [
    ['one of them', 'adsync events disconnect 2f1c6a1e-5b7d-4c1e-8a51-0d7a3b9c1e55'],
    ['all, without being asked', 'adsync events disconnect --all --yes'],
  ],
  schema: z.object({
    endpoint: z.string().optional(),
    all: z.boolean().default(false),
    yes: z.boolean().default(false),
  }),
  run: async (context, ids, { endpoint, all, yes }) => {
    const { disconnectOnTerminal } = await import('../show-event-records.ts');
    const ways = [ids.length > 0, endpoint !== undefined, all].filter(Boolean).length;
    if (ways !== 1)
      throw new AdsyncError('ADSYNC_USAGE', 'which connections are to end is not clear', {
        remedy: 'Name ids of connections, or give --endpoint ID or --all.',
      });
    if (endpoint !== undefined)
      return await disconnectOnTerminal(context, { kind: 'endpoint', endpoint }, yes);
    return await disconnectOnTerminal(context, all ? { kind: 'all' } : { kind: 'ids', ids }, yes);
  },
});
