import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { pathsArgument } from '../paths-argument.ts';
import {
  addressOptions,
  overrideOption,
  planOptionsSchema,
  refreshOption,
  takeAlongOption,
} from '../plan-options.ts';

export const destroyCommand = defineCommand({
  name: 'destroy',
  summary: 'delete everything in scope that adsync owns',
  description:
    'Plans and carries out the deletion of everything that adsync created or adopted and that the given files declared. What exists by id in the document is only let go.',
  arguments: [pathsArgument],
  options: [
    new Option('-y, --yes', 'do not ask'),
    new Option('--json', 'events as JSON, one object a line'),
    ...addressOptions(),
    refreshOption(),
    takeAlongOption(),
    overrideOption(),
  ],
  examples: [
    ['delete all that adsync owns of this document, after a question', 'adsync destroy'],
    ['one campaign and what stands beneath it', 'adsync destroy --target acme-us/campaigns/spring'],
    ['all but one account', 'adsync destroy --exclude acme-us'],
  ],
  schema: planOptionsSchema.extend({ yes: z.boolean().default(false), json: z.boolean().default(false) }),
  run: async (context, args, options) => {
    const { applyDocument } = await import('../run-apply.ts');
    return await applyDocument(context, 'destroy', args, options);
  },
});
