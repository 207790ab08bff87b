import { Option } from 'commander';
import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { checkLinksOption } from '../check-links-option.ts';
import { commandLine } from '../command-line.ts';
import { note } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { worstExit } from '../exit.ts';
import { pathsArgument } from '../paths-argument.ts';
import {
  addressOptions,
  changedSinceOption,
  consentOptions,
  planOptionsSchema,
  refreshOption,
} from '../plan-options.ts';
import { reportError, withoutStack } from '../report-error.ts';
import { planFormats } from '../report-formats.ts';
import { dash } from '../standard-streams.ts';

export const planCommand = defineCommand({
  name: 'plan',
  summary: 'show what apply would do; writes nothing',
  description:
    'Compares the document with what is live and with what was last applied, and shows what apply would do. Writes nothing, neither to the platform nor to the state.',
  arguments: [pathsArgument],
  options: [
    new Option(
      '-o, --out <file>',
      'save the plan, for `apply --plan FILE`; - writes it to standard output, in place of the report',
    ),
    new Option('--json', 'the plan as JSON, the same as --format json'),
    new Option('--format <format>', 'form of the plan').choices(planFormats).default('text'),
    new Option('--detailed-exitcode', 'exit code 2 where there is something to change'),
    new Option('--destroy', 'plan what `destroy` would do'),
    new Option(
      '--why <address>',
      'explain what happens to one address, or why nothing does; with --json as data',
    ),
    ...addressOptions(),
    changedSinceOption(),
    refreshOption(),
    checkLinksOption(),
    ...consentOptions(),
  ],
  examples: [
    ['what apply would do', 'adsync plan'],
    ['save it, to apply exactly that later', 'adsync plan -o plan.json'],
    ['why something happens to an address, or nothing does', 'adsync plan --why acme-us/campaigns/spring'],
  ],
  schema: planOptionsSchema.extend({
    out: z.string().optional(),
    json: z.boolean().default(false),
    format: z.enum(planFormats),
    detailedExitcode: z.boolean().default(false),
    destroy: z.boolean().default(false),
    why: z.string().optional(),
    checkLinks: z.boolean().default(false),
  }),
  run: async (context, args, options) => {
    const [{ documentPaths }, runs, { runOf }, { planRequestOf }, { writePlan }, { refusal }] =
      await Promise.all([
        import('../../runs/document-paths.ts'),
        import('../../runs/plan.ts'),
        import('../terminal-run.ts'),
        import('../plan-options.ts'),
        import('../show-plan.ts'),
        import('../../runs/refusal.ts'),
      ]);
    const { why, format, out } = options;
    const isJson = options.json || format === 'json' || out === dash;
    if (out === dash) refuseTwoReports(format);
    if (why !== undefined) (await import('../show-why.ts')).refuseBesideWhy(options);
    const command = options.destroy ? 'destroy' : 'apply';
    const request = planRequestOf({ command, paths: await documentPaths(args, context.io.cwd) }, options);
    const { made, surveyed } = await runs.plan(runOf(context), {
      ...request,
      checksLinks: options.checkLinks,
    });
    const { plan } = made;
    if (why !== undefined) {
      const { showWhy } = await import('../show-why.ts');
      return showWhy(context, made, surveyed, { address: why, json: isJson });
    }
    await writePlan(context, plan, isJson ? 'json' : format);
    if (out !== undefined && out !== dash) {
      const { savePlan } = await import('../save-plan.ts');
      await savePlan(context, out, plan);
      note(context, `Saved. To apply exactly this: ${commandLine(['adsync', 'apply', '--plan', out])}`);
    }
    const refused = plan.violations.length === 0 ? 0 : reportError(refusal(plan), withoutStack(context));
    return worstExit(refused, options.detailedExitcode && plan.changes.length > 0 ? 2 : 0);
  },
});

/** The saved plan and a report of another form cannot both go to standard output. Throws ADSYNC_USAGE. */
function refuseTwoReports(format: (typeof planFormats)[number]): void {
  if (format === 'text' || format === 'json') return;
  throw new AdsyncError('ADSYNC_USAGE', `-o - and --format ${format} both write to standard output`, {
    remedy: 'Name a file for the saved plan: -o plan.json.',
  });
}
