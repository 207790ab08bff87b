import { type Sandbox, startSandbox } from '../../packages/sandbox/src/start-sandbox.ts';

/** The time of a lent sandbox when a test gets it. */
export const lentSandboxTime = '2026-11-20T10:00:00Z';

/** Sandboxes of this thread that no test uses. They end with the thread. */
const idle: Sandbox[] = [];

/** A sandbox as it is after its start, for one test. Starting one costs more than most tests do in it. */
export interface LentSandbox {
  readonly sandbox: Sandbox;
  /** To be called once, when the test is over; a sandbox that the test stopped is not lent again. */
  readonly giveBack: () => Promise<void>;
}

export async function lendSandbox(): Promise<LentSandbox> {
  const sandbox = idle.pop() ?? (await startSandbox({ clock: lentSandboxTime }));
  let isStopped = false;
  const stop = async (): Promise<void> => {
    isStopped = true;
    await sandbox.stop();
  };
  return {
    sandbox: { ...sandbox, stop },
    giveBack: async () => {
      if (isStopped) return;
      const answer = await fetch(`${sandbox.ready.admin_url}/reset`, { method: 'POST' });
      if (!answer.ok) throw new Error(`the sandbox was not reset: ${await answer.text()}`);
      idle.push(sandbox);
    },
  };
}
