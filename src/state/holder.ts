import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import { systemCode } from '../diagnostics/cause-text.ts';
import type { Holder } from './store.ts';

/** Describes this process as the holder of locks for a run, whose name is unique for each run. */
export function currentHolder(run: string): Holder {
  return {
    run,
    user: userName(),
    machine: hostname(),
    pid: process.pid,
    processStart: processStart(),
    bootId: bootId(),
  };
}

/**
 * Whether the process of a holder still runs: `elsewhere` where this machine cannot know.
 * A process id counts only with its start time, and only within one start of the machine,
 * for ids are given out again. Where the state is shared between machines, a name does not make a machine:
 * only a holder of this very start of this one is judged.
 */
export function isAlive(holder: Holder, shared: boolean): 'alive' | 'dead' | 'elsewhere' {
  if (holder.machine !== hostname()) return 'elsewhere';
  if (shared && (holder.bootId === '' || holder.bootId !== bootId())) return 'elsewhere';
  if (differ(holder.bootId, bootId())) return 'dead';
  const [ticks = '', namespace = ''] = holder.processStart.split('@');
  if (differ(namespace, processNamespace())) return 'elsewhere';
  if (!answersSignals(holder.pid)) return 'dead';
  const found = startTicks(holder.pid);
  return found === 'ended' || differ(ticks, found) ? 'dead' : 'alive';
}

/** Two facts of which either may be unknown, that is empty, differ only where both are known. */
function differ(left: string, right: string): boolean {
  return left !== '' && right !== '' && left !== right;
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Anything but "no such process", such as a lack of rights, speaks of a process that exists.
    return systemCode(error) !== 'ESRCH';
  }
}

/** `TICKS@NAMESPACE` of this process. */
function processStart(): string {
  const ticks = startTicks(process.pid);
  return ticks === '' ? '' : `${ticks}@${processNamespace()}`;
}

/**
 * When a process started, on Linux: in clock ticks since the machine did. `ended` for one that is over but still
 * listed, empty where the system does not tell.
 */
function startTicks(pid: number): string {
  const stat = readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in brackets, which may hold blanks and brackets (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start = ''] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? 'ended' : start;
}

/** The space that process ids are counted in, on Linux; containers count their own. */
function processNamespace(): string {
  return readOrEmpty(() => readlinkSync('/proc/self/ns/pid'));
}

function bootId(): string {
  return readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
}

/** A user without an entry in the system's list, as in many containers, is known by number only. */
function userName(): string {
  return readOrEmpty(() => userInfo().username) || `user ${process.getuid?.() ?? 'unknown'}`;
}

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
