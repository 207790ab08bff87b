import { printable } from '../diagnostics/display-text.ts';
import { breakLocks } from '../runs/state/break-locks.ts';
import { timeAt } from '../schemas/times.ts';
import type { Lock } from '../state/store.ts';
import { confirm } from './confirm.ts';
import { type Context, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { runOf } from './terminal-run.ts';

const question =
  'Break the lock? A run that still works can record nothing more; what it has sent may still take effect.';

/** Shows who holds the locks, and takes them away after asking. Gives the exit code. */
export async function unlockOnTerminal(context: Context, yes: boolean): Promise<number> {
  const now = context.io.clock.now();
  return await untilInterrupted(context, async (interrupts) => {
    const broken = await breakLocks(runOf(context, { signal: interrupts.signal }), async (locks) => {
      print(context, locks.map((lock) => lockText(lock, now)).join(''));
      await confirm(context, question, { yes, interrupts });
    });
    print(
      context,
      broken.length === 0
        ? 'No account is locked.\n'
        : `Unlocked: ${broken.map(nameOf).join(', ')}. The next apply finds out what became of open requests.\n`,
    );
    return 0;
  });
}

const processWords: Readonly<Record<Lock['process'], string>> = {
  alive: 'the process still runs on this machine',
  dead: 'the process is gone: the next run takes the lock by itself',
  elsewhere: 'whether the process still runs cannot be seen from here',
};

/** `now` in milliseconds since 1970. */
function lockText(lock: Lock, now: number): string {
  const { user, machine, pid } = lock.holder;
  const expiry = lock.expiresAt > now ? 'runs out, unless renewed,' : 'ran out';
  return [
    `${nameOf(lock)} is locked by ${printable(user)} on ${printable(machine)}, process ${pid}`,
    `  since ${timeAt(lock.acquiredAt)}; the lease ${expiry} at ${timeAt(lock.expiresAt)}`,
    `  ${processWords[lock.process]}`,
    '',
  ].join('\n');
}

function nameOf({ accountKey, accountId }: Lock): string {
  return accountKey === undefined ? `account ${accountId}` : `${accountKey} (account ${accountId})`;
}
