import process from 'node:process';
import { systemKeychain } from '../profiles/keychain.ts';
import { systemClock } from '../runs/system-clock.ts';
import { endingSignals, endProcess } from './end-process.ts';
import type { Io } from './io.ts';
import { logFormatIn } from './log.ts';
import { openInBrowser } from './open-in-browser.ts';
import { watchOutputs } from './outputs.ts';
import { run } from './run.ts';
import { reportGoneFolder, workingFolder } from './working-folder.ts';

const outputs = watchOutputs(process.stdout, process.stderr);

// Without a command that finishes in order, an interrupt ends the process, with the exit code of an interrupted run.
const listeners = new Set<() => void>();
let isInterrupted = false;
const interrupt = (): void => {
  // A second one ends it at once, whatever the command waits for.
  if (isInterrupted || listeners.size === 0) endProcess(130);
  isInterrupted = true;
  for (const listener of listeners) listener();
};
for (const signal of endingSignals) if (signal !== 'SIGHUP') process.on(signal, interrupt);
// A terminal that closes says so more than once, itself and by its shell, and nobody is there who wants it to hurry.
process.once('SIGHUP', () => {
  process.on('SIGHUP', () => undefined);
  interrupt();
});

const cwd = workingFolder();
const io: Io = {
  stdin: process.stdin,
  stdout: outputs.stdout,
  stderr: process.stderr,
  env: process.env,
  clock: systemClock,
  cwd: cwd ?? '/',
  onInterrupt: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  keychain: systemKeychain,
  browse: async (address) => await openInBrowser(address, process.env),
  exitNow: endProcess,
};

const argv = process.argv.slice(2);
const code = cwd === undefined ? reportGoneFolder(io, logFormatIn(argv)) : await run(argv, io);
// The last words are written before the process ends, whatever else is still open.
outputs.written(() => {
  const exitCode = outputs.close(code, io, logFormatIn(argv));
  process.stderr.write('', () => endProcess(exitCode));
});
