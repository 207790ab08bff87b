import process from 'node:process';

/** The signals by which a person, or what runs the program, asks it to end. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP'] as const;

/**
 * Ends the process at once, with an exit code. Node waits on its way out for the threads that read files and look up
 * names: where one of them waits itself, such as for a writer of a named pipe, an interrupted process ends by SIGINT
 * instead, which shells show as the same 130.
 */
export function endProcess(code: number): never {
  // From here on each of them has its usual effect, whatever the way out waits for.
  for (const signal of endingSignals) process.removeAllListeners(signal);
  if (code === 130 && process.platform !== 'win32' && isThreadBusy()) process.kill(process.pid, 'SIGINT');
  process.exit(code);
}

function isThreadBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfo)/.test(name));
}
