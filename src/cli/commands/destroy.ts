import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { addressOptions, consentsOf, planOptionsSchema, selectionFrom } from '../plan-options.ts';

export const destroyCommand = defineCommand({
  name: 'destroy',
  summary: 'delete everything in scope that adsync owns',
  description:
    'Plans and carries out the deletion of everything that adsync created or adopted and that the given files declared. What exists by id in the document is only let go.',
  arguments: [['[paths...]', 'files and folders of the document (default campaigns.yaml)']],
  options: [
    new Option('-y, --yes', 'do not ask'),
    new Option('--json', 'events as JSON, one object a line'),
    ...addressOptions(),
  ],
  schema: planOptionsSchema.extend({ yes: z.boolean().default(false), json: z.boolean().default(false) }),
  run: async (context, args, options) => {
    const { runApply } = await import('../run-apply.ts');
    const { documentPaths } = await import('../session.ts');
    const { planFrom } = await import('../survey.ts');
    const paths = documentPaths(args);
    const select = await selectionFrom(context, options);
    return await runApply(context, {
      command: 'destroy',
      paths,
      yes: options.yes,
      json: options.json,
      makePlan: (session, survey) =>
        planFrom(session, survey, {
          command: 'destroy',
          paths,
          consents: consentsOf(options),
          ...select(session.document, survey.snapshot.entries),
        }),
    });
  },
});
