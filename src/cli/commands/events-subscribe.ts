import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { recordFormats } from '../report-formats.ts';

const directions = ['sent', 'received', 'both'] as const;

export const eventsSubscribeCommand = defineCommand({
  name: 'events subscribe',
  summary: 'subscribe to a type of activity events, of a user or about a keyword',
  description:
    'Makes a subscription of the application: from then on its events come on the stream of `adsync events listen`, or to a webhook. Events that are private, such as direct messages, take the credentials of the user whom they are about.',
  arguments: [['<type>', 'type of the events, such as profile.update.bio, post.create or dm.received']],
  options: [
    new Option('--user <id>', 'events of this user'),
    new Option('--keyword <text>', 'events with this word'),
    new Option('--direction <direction>', 'messages that the user sent, received, or both').choices(
      directions,
    ),
    new Option('--tag <tag>', 'what the events are marked with'),
    new Option('--webhook <id>', 'send them to this webhook in place of the stream'),
    new Option('--format <format>', 'form of the subscription (default table)').choices(recordFormats),
  ],
  examples: [
    ['changes of a profile', 'adsync events subscribe profile.update.bio --user 756201191646691328'],
    [
      'new posts of a user, to a webhook',
      'adsync events subscribe post.create --user 756201191646691328 --webhook 151000000000001',
    ],
  ],
  schema: z.object({
    user: z.string().optional(),
    keyword: z.string().optional(),
    direction: z.enum(directions).optional(),
    tag: z.string().optional(),
    webhook: z.string().optional(),
    format: z.enum(recordFormats).default('table'),
  }),
  run: async (context, [type = ''], { user, keyword, direction, tag, webhook, format }) => {
    const { subscribeOnTerminal } = await import('../show-event-records.ts');
    const filter = { user_id: user, keyword, direction };
    return await subscribeOnTerminal(context, { event_type: type, filter, tag, webhook_id: webhook }, format);
  },
});
