import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'the reference of a kind, of one of its fields, or of a word of the document',
  arguments: [
    [
      '[name]',
      'KIND, KIND.FIELD or a word of the document, such as campaign.daily_budget, targeting.LOCATION or policy (default: a list of all)',
    ],
  ],
  options: [],
  examples: [
    ['the fields of a kind', 'adsync explain campaign'],
    ['one field, or one sort of targeting', 'adsync explain line_item.bid_strategy'],
    ['the guards', 'adsync explain policy'],
  ],
  schema: z.object({}),
  run: async (context, [name]) => {
    const { explainAll, explainName } = await import('../../report/explain-name.ts');
    if (name === undefined) {
      print(context, explainAll());
      return 0;
    }
    const found = explainName(name);
    if ('text' in found) {
      print(context, found.text);
      return 0;
    }
    const near = nearest(found.unknown, found.names);
    const remedy = near === undefined ? `There are ${found.names.join(', ')}.` : `Did you mean ${near}?`;
    throw new AdsyncError('ADSYNC_USAGE', `there is no ${found.what} ${found.unknown}`, { remedy });
  },
});
