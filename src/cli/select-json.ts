import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { asError } from '../diagnostics/as-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { unlessInterrupted } from '../runs/interrupted.ts';

/** Selects from JSON texts by one jq expression. */
export interface JsonSelection {
  /**
   * Gives `found` what the expression selects of a JSON text: a line for each result, texts without quotation marks; numbers
   * stay as they are written. Throws ADSYNC_USAGE for what is no expression or fails, after the results before that, and
   * Interrupted.
   */
  select(text: string, found: (lines: string) => void): Promise<void>;
  close(): Promise<void>;
}

const resultSchema = z.tuple([z.object({ stdout: z.string(), stderr: z.string(), exitCode: z.number() })]);

const program = `
const { parentPort, workerData } = require('node:worker_threads');
const loaded = import(workerData.module);
parentPort.on('message', async (text) => {
  const { raw } = await loaded;
  parentPort.postMessage(await raw(text, workerData.expression, ['-r', '-c']));
});
`;

/** Runs in a thread of its own: an expression such as `repeat(1)` never ends, and Ctrl-C has to. */
export function openSelection(expression: string, signal?: AbortSignal): JsonSelection {
  const thread = new Worker(program, {
    eval: true,
    // A blank before it, so that no expression is taken for an option.
    workerData: { module: import.meta.resolve('jq-wasm'), expression: ` ${expression}` },
  });
  const run = async (text: string): Promise<unknown> => {
    thread.postMessage(text);
    try {
      return await once(thread, 'message');
    } catch (error) {
      throw refused([asError(error).message]);
    }
  };
  return {
    select: async (text, found) => {
      const [{ stdout, stderr, exitCode }] = resultSchema.parse(
        await (signal === undefined ? run(text) : unlessInterrupted(signal, run(text))),
      );
      if (stdout !== '') found(`${stdout}\n`);
      if (exitCode !== 0) throw refused(stderr.split('\n').filter((line) => line.trim() !== ''));
    },
    close: async () => void (await thread.terminate()),
  };
}

function refused(lines: readonly string[]): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', 'the answer cannot be selected from with that jq expression', {
    lines: lines.map(printable),
    remedy: 'Without --jq the whole answer is shown.',
  });
}
