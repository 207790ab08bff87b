import { Option } from 'commander';
import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { Plan } from '../../schemas/plan.ts';
import type { Context } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { pathsArgument } from '../paths-argument.ts';
import {
  addressOptions,
  changedSinceOption,
  consentOptions,
  namedAddresses,
  type PlanOptions,
  planOptionsSchema,
  refreshOption,
} from '../plan-options.ts';
import { inputNamed } from '../standard-streams.ts';

export const applyCommand = defineCommand({
  name: 'apply',
  summary: 'show the plan, ask, and carry it out',
  description:
    'Locks the accounts, shows the plan, asks, and carries it out. With --plan it carries out a saved plan, if planning again gives the same effect. After a yes everything is read again, and nothing is sent where the document or the effect has changed.',
  arguments: [pathsArgument],
  options: [
    new Option(
      '--plan <file>',
      'carry out the plan that `plan -o FILE` saved; - reads it from standard input, with --yes',
    ),
    new Option('-y, --yes', 'do not ask'),
    new Option('--json', 'events as JSON, one object a line'),
    ...addressOptions(),
    changedSinceOption(),
    refreshOption(),
    ...consentOptions(),
  ],
  examples: [
    ['look at the plan, answer yes, and have it carried out', 'adsync apply'],
    ['carry out exactly the plan that was saved and looked at', 'adsync apply --plan plan.json'],
    [
      'one campaign and what it needs, without a question',
      'adsync apply --target acme-us/campaigns/spring --yes',
    ],
  ],
  schema: planOptionsSchema.extend({
    plan: z.string().optional(),
    yes: z.boolean().default(false),
    json: z.boolean().default(false),
  }),
  run: async (context, args, options) => {
    if (options.plan !== undefined) {
      refuseBesidePlan(args, options);
      const { runApply } = await import('../run-apply.ts');
      const { showLine } = await import('../look-first.ts');
      const { readSavedPlan } = await import('../../runs/saved-plan.ts');
      const { savedPlanMaker } = await import('../../runs/saved-plan-maker.ts');
      const saved = await readSavedPlan(context.io.cwd, inputNamed(options.plan));
      const { command, paths } = saved;
      const request = { command, paths, makePlan: savedPlanMaker(saved), saved, refresh: options.refresh };
      const asking = { ...options, lookFirst: showLine(options.plan) };
      return await runApply(limitedAs(saved, context), request, asking);
    }
    const { applyDocument } = await import('../run-apply.ts');
    return await applyDocument(context, 'apply', args, options);
  },
});

/** The run is for the account that the plan was limited to, so that the same is planned again. */
function limitedAs({ selection }: Plan, context: Context): Context {
  // A plan in an older format does not say its account.
  if (selection === undefined) return context;
  const { account } = context.globals;
  if (account === undefined || account === selection.account)
    return { ...context, globals: { ...context.globals, account: selection.account } };
  const planned = selection.account === undefined ? 'all accounts' : `--account ${selection.account}`;
  throw new AdsyncError(
    'ADSYNC_USAGE',
    `--account ${account} does not fit the plan, which was made for ${planned}`,
    {
      remedy: 'Leave --account out: a saved plan keeps its own.',
    },
  );
}

function refuseBesidePlan(args: readonly string[], options: PlanOptions): void {
  const given = [...args, ...namedAddresses(options), ...options.override];
  if (given.length === 0 && !options.adopt.includes(true) && options.changedSince === undefined) return;
  const message = '--plan goes with neither paths nor --target, --exclude, --changed-since nor consents';
  throw new AdsyncError('ADSYNC_USAGE', message, {
    remedy: 'A saved plan keeps its own: give them to `adsync plan -o FILE`.',
  });
}
