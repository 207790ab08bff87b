import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';
import { recordFormats } from '../report-formats.ts';

const lists = ['subscriptions', 'connections', 'rules', 'powerstream', 'webhooks'] as const;

export const eventsListCommand = defineCommand({
  name: 'events list',
  summary: 'subscriptions, open streams, rules and webhooks of the application',
  description:
    'Lists what the application has of the platform for events: subscriptions (the default), connections, rules of the filtered stream, rules of a PowerStream, or webhooks. Only reads.',
  arguments: [['[list]', `what to list: ${lists.join(', ')} (default subscriptions)`]],
  options: [
    new Option('--ended', 'connections: also those that have ended'),
    new Option('--endpoint <id>', 'connections: only those of one stream, such as activity_stream'),
    new Option('--format <format>', 'form of the list (default table)').choices(recordFormats),
  ],
  examples: [
    ['what is subscribed to', 'adsync events list'],
    ['who listens now, for a program', 'adsync events list connections --format json'],
  ],
  schema: z.object({
    ended: z.boolean().default(false),
    endpoint: z.string().optional(),
    format: z.enum(recordFormats).default('table'),
  }),
  run: async (context, [list], options) => {
    const { listOnTerminal } = await import('../show-event-records.ts');
    return await listOnTerminal(context, oneOf(lists, list ?? 'subscriptions', 'list'), options);
  },
});
