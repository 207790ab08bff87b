import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = join(memory, 'adsync-tests-');
/** Bytes that must be free: twice what all tests together leave there before they clear up. */
const neededBytes = 4 * 2 ** 30;

let folder: string | undefined;

/**
 * Puts the temporary files of the tests into memory, where there is enough of it: a state is synced before each request,
 * and waiting for a disk was a fifth of the time of all tests. The test runner calls it before the first test.
 */
export function setup(): void {
  // Each project of the run calls it.
  if (process.env['TMPDIR']?.startsWith(prefix) === true || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < neededBytes) return;
  folder = mkdtempSync(prefix);
  if (!runsProgramsIn(folder)) {
    teardown();
    return;
  }
  // A PostgreSQL of the tests runs as another user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
}

/** Takes the folder away after the last test. */
export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** A container mounts its memory so that no program in it can be started. */
function runsProgramsIn(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
  return spawnSync(program).status === 0;
}
