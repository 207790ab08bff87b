import { readFileSync } from 'node:fs';

/**
 * Whether something is mounted at exactly this path, which leads through no link, as Linux tells in
 * `/proc/self/mountinfo` (proc_pid_mountinfo(5)); never true on a system that has no such list. The text of the list
 * may be given instead.
 */
export function isMountPoint(path: string, mounts: string = mountsOfThisProcess()): boolean {
  return mounts.split('\n').some((line) => unescaped(line.split(' ')[4]) === path);
}

/** Blanks, line ends and backslashes stand there as three octal digits. */
function unescaped(point: string | undefined): string | undefined {
  return point?.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

function mountsOfThisProcess(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}
