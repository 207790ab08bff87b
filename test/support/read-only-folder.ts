import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import process from 'node:process';

/** Takes the right to write in a folder away, from root by a mount; the returned function gives it back. Not for Windows. */
export function makeReadOnly(folder: string): () => void {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    return () => chmodSync(folder, 0o700);
  }
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
  return () => void execFileSync('umount', [folder]);
}
