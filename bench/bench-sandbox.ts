import { z } from 'zod';
import { startSandbox } from '../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../src/cli/serve-sandbox.ts';

interface BenchSandbox {
  /** Of a program that is to talk to this sandbox. */
  readonly env: NodeJS.ProcessEnv;
  readonly control: (method: string, path: string, body?: object) => Promise<unknown>;
  /** How many requests it has answered. */
  readonly requests: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export async function startBenchSandbox(options: { latencyMs?: number } = {}): Promise<BenchSandbox> {
  const sandbox = await startSandbox(options);
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${sandbox.ready.admin_url}/${path}`, { method, ...init });
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  };
  return {
    env: { ...process.env, ...sandboxEnvironment(sandbox.ready) },
    control,
    requests: async () => z.array(z.unknown()).parse(await control('GET', 'requests')).length,
    stop: () => sandbox.stop(),
  };
}
