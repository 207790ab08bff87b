import { randomUUID } from 'node:crypto';
import { printable } from '../diagnostics/display-text.ts';
import { timeAt } from '../schemas/times.ts';
import { currentHolder } from '../state/holder.ts';
import type { Lock } from '../state/store.ts';
import { type Context, print } from './context.ts';
import { confirm, untilInterrupted, withState } from './edit-state.ts';

/** Shows who holds the locks, and takes them away after asking. Gives the exit code. */
export async function breakLocks(context: Context, yes: boolean): Promise<number> {
  const { account } = context.globals;
  const all = await withState(context, 'read', async (store) => await store.locks());
  const locks = all.filter(({ accountKey }) => account === undefined || accountKey === account);
  if (locks.length === 0) {
    print(context, 'No account is locked.\n');
    return 0;
  }
  print(context, locks.map(lockText).join(''));
  const question =
    'Break the lock? A run that still works can record nothing more; what it has sent may still take effect.';
  return await untilInterrupted(context, async (interrupts) => {
    await confirm(context, question, { yes, interrupts });
    const by = currentHolder(randomUUID());
    await withState(context, 'write', async (store) => await store.breakLocks(locks, by));
    print(
      context,
      `Unlocked: ${locks.map(nameOf).join(', ')}. The next apply finds out what became of open requests.\n`,
    );
    return 0;
  });
}

const processWords: Readonly<Record<Lock['process'], string>> = {
  alive: 'the process still runs on this machine',
  dead: 'the process is gone: the next run takes the lock by itself',
  elsewhere: 'whether the process still runs cannot be seen from here',
};

function lockText(lock: Lock): string {
  const { user, machine, pid } = lock.holder;
  const expiry = lock.expiresAt > Date.now() ? 'runs out, unless renewed,' : 'ran out';
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
