import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { readCaller } from '../live/read-caller.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { mayWrite, neededRoles } from '../schemas/may-write.ts';
import type { Step } from '../schemas/plan.ts';

export interface AccessInput {
  readonly client: PlatformClient;
  readonly steps: readonly Step[];
  /** The kind of every address in the steps. */
  readonly kindAt: (address: string) => Kind;
  /** The key of an account, for people. */
  readonly keyOf: (accountId: string) => string;
}

/**
 * Asks the platform what the user may do in each account with steps (F-account-05), before anything is written.
 * Returns the platform's time of the latest answer in milliseconds, `undefined` without steps. Throws
 * ADSYNC_ACCESS_MISSING naming every account and kind that the user may not write.
 */
export async function checkAccess(input: AccessInput): Promise<number | undefined> {
  const accounts = [...new Set(input.steps.map((step) => step.account_id))];
  const answers = await Promise.all(accounts.map(async (accountId) => await askAccount(input, accountId)));
  const lines = answers.flatMap((answer) => answer.lines);
  if (lines.length > 0)
    throw new AdsyncError(
      'ADSYNC_ACCESS_MISSING',
      'the user of the credentials may not write what the plan writes',
      {
        lines: [...lines, 'the platform would refuse it with ACTION_NOT_ALLOWED'],
        remedy:
          'Have an administrator of the account grant the role, or use credentials of a user who has it.',
      },
    );
  return answers.length === 0 ? undefined : Math.max(...answers.map(({ date }) => date));
}

async function askAccount(
  input: AccessInput,
  accountId: string,
): Promise<{ readonly date: number; readonly lines: readonly string[] }> {
  const { caller, readAt } = await readCaller({ client: input.client, accountId });
  const { id, permissions } = caller;
  const addresses = input.steps
    .filter((step) => step.account_id === accountId)
    .flatMap((step) => step.operations.map(({ address }) => address));
  const lacking = [...new Set(addresses.map(input.kindAt))].filter((kind) => !mayWrite(kind, permissions));
  const has = permissions.length === 0 ? 'no role' : permissions.join(', ');
  return {
    date: readAt,
    lines: lacking.map(
      (kind) =>
        `${input.keyOf(accountId)}: user ${id} has ${has}; ${kind.section.replaceAll('_', ' ')} need ${neededRoles(kind)}`,
    ),
  };
}
