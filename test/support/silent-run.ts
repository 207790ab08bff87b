import type { Run } from '../../src/runs/run.ts';
import { systemClock } from '../../src/runs/system-clock.ts';

/** A run that nobody listens to, of a platform on this machine; everything may be set otherwise. */
export function silentRun(settings: Partial<Run> & Pick<Run, 'cwd'>): Run {
  const addresses = { ads: 'http://127.0.0.1', adsSandbox: 'http://127.0.0.1' };
  return {
    frontend: {
      note: () => {},
      progress: async (_text, work) => await work({ say: () => {}, above: (write) => write() }),
      wait: () => {},
    },
    version: '0.0.0',
    clock: systemClock,
    account: undefined,
    variables: { files: [], flags: [], environment: {} },
    stateUrl: 'sqlite::memory:',
    addresses,
    credentials: () => {
      throw new Error('no credentials');
    },
    sources: {
      environment: {},
      profile: undefined,
      shelf: { folder: undefined, keychain: () => undefined, environment: {} },
    },
    cacheFolder: undefined,
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    ...settings,
  };
}
