import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { print } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'the reference of a kind, or of one of its fields',
  arguments: [['<name>', 'KIND or KIND.FIELD, such as campaign.daily_budget']],
  options: [],
  schema: z.object({}),
  run: async (context, [name = '']) => {
    const { explainField, explainKind } = await import('../../report/explain-text.ts');
    const { allKinds } = await import('../../schemas/registry.ts');
    const [kindName = '', ...rest] = name.split('.');
    const kind = allKinds.find((each) => each.name === kindName);
    if (kind === undefined)
      throw unknown(
        'kind',
        kindName,
        allKinds.map((each) => each.name),
      );
    const fieldName = rest.join('.');
    if (fieldName === '') {
      print(context, explainKind(kind));
      return 0;
    }
    const field = new Map(Object.entries(kind.fields)).get(fieldName);
    if (field === undefined) throw unknown(`field of ${kindName}`, fieldName, Object.keys(kind.fields));
    print(context, explainField(kind, fieldName, field));
    return 0;
  },
});

function unknown(what: string, name: string, names: readonly string[]): AdsyncError {
  const near = nearest(name, names);
  const remedy = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`;
  return new AdsyncError('ADSYNC_USAGE', `there is no ${what} ${name}`, { remedy });
}
