import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { errorCodes } from '../diagnostics/error-codes.ts';
import { jsonText } from '../diagnostics/json-text.ts';
import type { PlanResult } from '../planner/plan.ts';
import { type KnownAccount, whyOf } from '../planner/why.ts';
import { whyText } from '../report/why-text.ts';
import { unknownAddress } from '../runs/scope.ts';
import type { Survey } from '../runs/survey.ts';
import { planFormatVersion } from '../schemas/plan.ts';
import type { StateSnapshot } from '../state/store.ts';
import { type Context, print } from './context.ts';
import type { PlanOptions } from './plan-options.ts';

/** Explains what a plan of everything does to one address; gives the exit code. Throws ADSYNC_ADDRESS_UNKNOWN. */
export function showWhy(
  context: Context,
  { plan, waits }: PlanResult,
  { document, live, snapshot, otherFiles }: Survey,
  { address, json }: { readonly address: string; readonly json: boolean },
): number {
  const { entries } = snapshot;
  const knownAccounts = knownAccountsIn(snapshot);
  const why = whyOf(plan, { document, live, entries, otherFiles, knownAccounts, waits }, address);
  if (why === undefined) {
    const known = [...document.resources, ...entries, ...plan.changes].map((each) => each.address);
    throw unknownAddress(address, known);
  }
  const data = { format_version: planFormatVersion, ...why };
  if (json) context.io.stdout.write(`${jsonText(data, 2)}\n`);
  else print(context, whyText(why, context.style));
  return why.violations.length === 0 ? 0 : errorCodes.ADSYNC_PLAN_REFUSED.exit;
}

function knownAccountsIn({ bindings, policies }: StateSnapshot): readonly KnownAccount[] {
  const rules = new Map(policies.map(({ accountId, policy }) => [accountId, Object.keys(policy)]));
  return bindings.map(({ accountKey, accountId }) => ({
    key: accountKey,
    rules: rules.get(accountId) ?? [],
  }));
}

/** An explanation is one of the whole plan: throws ADSYNC_USAGE beside what makes or keeps another. */
export function refuseBesideWhy(
  options: Pick<PlanOptions, 'target' | 'exclude' | 'changedSince'> & {
    readonly out?: string | undefined;
    readonly format: string;
  },
): void {
  const { target, exclude, changedSince, out, format } = options;
  const isForm = format === 'text' || format === 'json';
  if (isForm && target.length + exclude.length === 0 && (changedSince ?? out) === undefined) return;
  const message =
    '--why goes with neither -o, --target, --exclude nor --changed-since, and only with --format text or json';
  throw new AdsyncError('ADSYNC_USAGE', message, {
    remedy: 'Leave them out: --why explains the whole plan.',
  });
}
