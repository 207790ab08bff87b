import { z } from 'zod';
import { startSandbox } from '../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../src/cli/serve-sandbox.ts';

/** Requests, and the bytes of their bodies and of the answers. */
export interface Traffic {
  readonly requests: number;
  readonly bytes: number;
}

/** The emulated platform, in the process of the suite and none of the measured ones. */
export interface BenchSandbox {
  /** Of a program that is to talk to this sandbox. */
  readonly env: NodeJS.ProcessEnv;
  readonly control: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Does a thing, and gives its result with what was sent meanwhile. Throws RangeError for more requests than the log keeps. */
  readonly counted: <Done>(work: () => Promise<Done>) => Promise<Done & Traffic>;
  readonly stop: () => Promise<void>;
}

const statusSchema = z.object({ requests: z.number() });
const entriesSchema = z.array(z.object({ bytes_in: z.number(), bytes_out: z.number() }));

/** Starts it, with so many milliseconds more for every request. */
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
  const sent = async (): Promise<number> => statusSchema.parse(await control('GET', 'status')).requests;
  return {
    env: { ...process.env, ...sandboxEnvironment(sandbox.ready) },
    control,
    counted: async (work) => {
      const before = await sent();
      const done = await work();
      const requests = (await sent()) - before;
      const entries = entriesSchema.parse(await control('GET', `requests?since=${before}`));
      if (entries.length !== requests) throw new RangeError('the log forgot some of the requests');
      const bytes = entries.reduce((sum, entry) => sum + entry.bytes_in + entry.bytes_out, 0);
      return { ...done, requests, bytes };
    },
    stop: () => sandbox.stop(),
  };
}
