import { describe, expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { closeAfter } from '../../../src/runs/close-after.ts';
import { underLock } from '../../../src/runs/state/edit-state.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { silentRun } from '../../support/silent-run.ts';

const gone = new AdsyncError('ADSYNC_STATE_UNREADABLE', 'The state cannot be reached');

/** Does work under a lock that cannot be freed any more, as when the database has gone for good. */
async function whileDatabaseGoes<T>(
  work: () => Promise<T>,
): Promise<{ result: Promise<T>; notes: string[] }> {
  const store = await openStore('sqlite::memory:');
  const notes: string[] = [];
  const run = silentRun({ cwd: '.' });
  const frontend = { ...run.frontend, note: (line: string) => void notes.push(line) };
  const losing = {
    ...store,
    acquire: async (...args: Parameters<typeof store.acquire>) => ({
      ...(await store.acquire(...args)),
      release: async () => await Promise.reject(gone),
    }),
  };
  const result = underLock({ ...run, frontend }, { store: losing, accounts: [] }, work);
  await Promise.allSettled([result]);
  await store.close();
  return { result, notes };
}

test('what became of the work is told, also where the lock cannot be freed after it', async () => {
  const { result, notes } = await whileDatabaseGoes(async () => await Promise.resolve('exit 7'));

  expect(await result).toBe('exit 7');
  expect(notes).toEqual([
    'The lock could not be freed, and is free within 60 seconds: The state cannot be reached',
  ]);
});

test('why the work failed is told, and not that the lock cannot be freed after it', async () => {
  const interrupted = new Error('interrupted');

  const { result } = await whileDatabaseGoes(async () => await Promise.reject(interrupted));

  await expect(result).rejects.toBe(interrupted);
});

describe('what cannot be closed after the work', () => {
  const notes: string[] = [];
  const { frontend } = silentRun({ cwd: '.' });
  const run = { frontend: { ...frontend, note: (line: string) => void notes.push(line) } };
  const stuck = { close: async () => await Promise.reject(gone) };

  test('is a note, and the work has ended as it did', async () => {
    const failed = new Error('unknown outcome');

    const result = closeAfter(run, stuck, async () => await Promise.resolve('exit 7'));
    const failure = closeAfter(run, stuck, async () => await Promise.reject(failed));

    expect(await result).toBe('exit 7');
    await expect(failure).rejects.toBe(failed);
    expect(notes).toEqual([
      'A connection could not be closed: The state cannot be reached',
      'A connection could not be closed: The state cannot be reached',
    ]);
  });

  test('keeps nothing else from being closed', async () => {
    let isClosed = false;
    const other = {
      close: async () => {
        await Promise.resolve();
        isClosed = true;
      },
    };

    await closeAfter(
      run,
      other,
      async () => await closeAfter(run, stuck, async () => await Promise.resolve()),
    );

    expect(isClosed).toBe(true);
  });
});
