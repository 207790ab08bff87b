import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';
import { recordFormats } from '../report-formats.ts';

const actions = ['list', 'add', 'delete'] as const;

export const eventsRulesCommand = defineCommand({
  name: 'events rules',
  summary: 'rules of the filtered stream: list, add, delete',
  description:
    'Lists, adds or deletes the rules of the filtered stream, which say which posts it brings. A rule has up to 2,048 characters; one that stands already, or that the platform cannot read, is told, and the others are added.',
  arguments: [
    ['<action>', 'list, add or delete'],
    ['[rules...]', 'add: the rules, each quoted; delete: ids of rules'],
  ],
  options: [
    new Option('--tag <tag>', 'add: what the posts that a rule brings are marked with'),
    new Option('--format <format>', 'form of the rules (default table)').choices(recordFormats),
  ],
  examples: [
    ['the rules that stand', 'adsync events rules list'],
    ['posts with pictures about a word', "adsync events rules add 'spring has:images' --tag spring"],
    ['take a rule away', 'adsync events rules delete 1600000000000001'],
  ],
  schema: z.object({ tag: z.string().optional(), format: z.enum(recordFormats).default('table') }),
  run: async (context, [action = '', ...values], { tag, format }) => {
    const { changeRulesOnTerminal, listOnTerminal } = await import('../show-event-records.ts');
    const chosen = oneOf(actions, action, 'action');
    if (chosen === 'list') return await listOnTerminal(context, 'rules', { format });
    return await changeRulesOnTerminal(context, { action: chosen, values, tag }, format);
  },
});
