import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const eventsUnsubscribeCommand = defineCommand({
  name: 'events unsubscribe',
  summary: 'delete subscriptions to activity events',
  description: 'Deletes subscriptions by their ids, which `adsync events list` shows.',
  arguments: [['<ids...>', 'ids of subscriptions']],
  options: [],
  examples: [
    ['one of them', 'adsync events unsubscribe 181000000000001'],
    ['two of them', 'adsync events unsubscribe 181000000000001 181000000000002'],
  ],
  schema: z.object({}),
  run: async (context, ids) => {
    const { unsubscribeOnTerminal } = await import('../show-event-records.ts');
    return await unsubscribeOnTerminal(context, ids);
  },
});
