import { Option } from 'commander';
import { z } from 'zod';
import { type Context, note } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { worstExit } from '../exit.ts';
import {
  consentOptions,
  consentsOf,
  namedAddresses,
  planOptionsSchema,
  targetOption,
} from '../plan-options.ts';
import { type ErrorContext, reportError } from '../report-error.ts';

export const planCommand = defineCommand({
  name: 'plan',
  summary: 'show what apply would do; writes nothing',
  description:
    'Compares the document with what is live and with what was last applied, and shows what apply would do. Writes nothing, neither to the platform nor to the state.',
  arguments: [['[paths...]', 'files and folders of the document (default campaigns.yaml)']],
  options: [
    new Option('-o, --out <file>', 'save the plan, for `apply --plan FILE`'),
    new Option('--json', 'the plan as JSON, the same as --format json'),
    new Option('--format <format>', 'form of the plan').choices(['text', 'json']).default('text'),
    new Option('--detailed-exitcode', 'exit code 2 where there is something to change'),
    new Option('--destroy', 'plan what `destroy` would do'),
    targetOption(),
    ...consentOptions(),
  ],
  schema: planOptionsSchema.extend({
    out: z.string().optional(),
    json: z.boolean().default(false),
    format: z.enum(['text', 'json']),
    detailedExitcode: z.boolean().default(false),
    destroy: z.boolean().default(false),
  }),
  run: async (context, args, options) => {
    const [
      { documentPaths, withSession },
      { planFrom, survey },
      { planJson },
      { refusal, showPlan },
      { requireKnown },
    ] = await Promise.all([
      import('../session.ts'),
      import('../survey.ts'),
      import('../../report/plan-json.ts'),
      import('../show-plan.ts'),
      import('../scope.ts'),
    ]);
    const paths = documentPaths(args);
    return await withSession(context, { paths, mode: 'read' }, async (session) => {
      const surveyed = await survey(session);
      requireKnown(namedAddresses(options), session.document, surveyed.snapshot.entries);
      const { plan } = planFrom(session, surveyed, {
        command: options.destroy ? 'destroy' : 'apply',
        paths,
        consents: consentsOf(options),
        targets: options.target,
      });
      if (options.json || options.format === 'json') context.io.stdout.write(planJson(plan));
      else showPlan(context, plan, 'stdout');
      if (options.out !== undefined) {
        const { saveText } = await import('../save-text.ts');
        await saveText(context, options.out, planJson(plan));
        note(context, `Saved. To apply exactly this: adsync apply --plan ${options.out}`);
      }
      const refused = plan.violations.length === 0 ? 0 : reportError(refusal(plan), quietly(context));
      return worstExit(refused, options.detailedExitcode && plan.changes.length > 0 ? 2 : 0);
    });
  },
});

// A refusal is no fault whose stack anybody wants to see.
function quietly(context: Context): ErrorContext {
  return { ...context, globals: { verbose: false } };
}
