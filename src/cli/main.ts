import process from 'node:process';
import { systemClock } from '../runs/system-clock.ts';
import type { Io } from './io.ts';
import { run } from './run.ts';

// A reader that goes away, as `head` does, must not stop an apply half-way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// Without a command that finishes in order, an interrupt ends the process, with the exit code of an interrupted run.
const listeners = new Set<() => void>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (listeners.size === 0) process.exit(130);
    for (const listener of listeners) listener();
  });
}

const io: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  clock: systemClock,
  cwd: process.cwd(),
  onInterrupt: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  exitNow: (code) => process.exit(code),
};

const code = await run(process.argv.slice(2), io);
// The last words are written before the process ends, whatever else is still open.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
