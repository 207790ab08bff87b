import type { ApplyResult, Unapplied } from '../appliers/apply-result.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { ErrorCode } from '../diagnostics/error-codes.ts';
import type { Plan } from '../schemas/plan.ts';
import { type Context, print } from './context.ts';
import { logJson } from './log.ts';
import { reportError, withoutStack } from './report-error.ts';

const namedAtMost = 20;

/** Says what is left of an apply that did not do everything, and what to do; gives the exit code. */
export function closeApply(context: Context, plan: Plan, result: ApplyResult): number {
  const { failed, skipped, unknown, exitCode } = result;
  const left = [...failed, ...skipped, ...unknown];
  if (exitCode === 0) return 0;
  if (exitCode === 130) {
    const message = `Interrupted. What was sent is recorded; ${countOf(left, plan)} left`;
    const addresses = left.map(({ address }) => address);
    if (logJson(context, 'warning', { message, addresses })) return 130;
    print(context, `${message}:\n${named(left).join('\n')}\nRun the command again to go on.\n`, 'stderr');
    return 130;
  }
  const error = new AdsyncError(codeOf(result), `${countOf(left, plan)} not applied`, {
    lines: named(left),
    remedy: remedyOf(result),
  });
  reportError(error, withoutStack(context));
  return exitCode;
}

function countOf(left: readonly Unapplied[], plan: Plan): string {
  return `${left.length} of ${plan.changes.length} changes ${left.length === 1 ? 'is' : 'are'}`;
}

function named(left: readonly Unapplied[]): readonly string[] {
  const addresses = left.slice(0, namedAtMost).map(({ address }) => `  ${address}`);
  return left.length > namedAtMost ? [...addresses, `  and ${left.length - namedAtMost} more`] : addresses;
}

function codeOf({ exitCode }: ApplyResult): ErrorCode {
  if (exitCode === 7) return 'ADSYNC_OUTCOME_UNKNOWN';
  return exitCode === 6 ? 'ADSYNC_LEASE_LOST' : 'ADSYNC_APPLY_INCOMPLETE';
}

function remedyOf({ exitCode }: ApplyResult): string {
  if (exitCode === 7)
    return 'Run the command again: it looks once more what became of the requests in question.';
  if (exitCode === 6) return 'Another run works on the account now. Run the command again when it is done.';
  return 'What was done is recorded. Put right what failed, and run apply again: it goes on from here.';
}
