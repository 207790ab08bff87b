import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { pageWidth } from '../report/layout.ts';
import { wrapLines } from '../report/wrap-lines.ts';
import { Interrupted } from '../runs/interrupted.ts';
import type { Context } from './context.ts';
import type { Interrupts } from './interrupts.ts';

/** Asks a user for lines, one after another. */
export interface Prompter {
  /** The next line that is typed, or that stands in a pipe; `undefined` at the end of the input. Throws Interrupted. */
  ask(question: string, options?: { readonly isHidden: boolean }): Promise<string | undefined>;
  close(): void;
}

/** Reads standard input line by line, from the first question on until it is closed. On a terminal a hidden answer is not shown. */
export function openPrompter(context: Context, interrupts: Interrupts): Prompter {
  let lines: TypedLines | undefined;
  return {
    ask: async (question, { isHidden } = { isHidden: false }) => {
      const { stderr } = context.io;
      lines ??= readLines(context, interrupts);
      stderr.write(wrapLines(question, pageWidth(stderr)));
      const line = await lines.next(isHidden);
      if (interrupts.signal.aborted) throw new Interrupted();
      return line;
    },
    close: () => lines?.close(),
  };
}

interface TypedLines {
  /** `undefined` at the end of the input, and where the user interrupts. */
  next(isHidden: boolean): Promise<string | undefined>;
  close(): void;
}

function readLines({ io }: Context, interrupts: Interrupts): TypedLines {
  // What is typed, or pasted, before it is asked for may be meant for a question whose answer is hidden.
  const shown = { isHidden: true };
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!shown.isHidden) io.stderr.write(String(chunk));
      done();
    },
  });
  const isTerminal = io.stdin.isTTY === true;
  const reader = createInterface({ input: io.stdin, output, terminal: isTerminal, historySize: 0 });
  const typed: string[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
    for (const resolve of waiting.splice(0)) resolve(undefined);
  };
  reader.on('line', (line) => {
    shown.isHidden = true;
    const resolve = waiting.shift();
    if (resolve === undefined) typed.push(line);
    else resolve(line);
  });
  for (const event of ['close', 'error']) reader.on(event, end);
  // A terminal in raw mode hands Ctrl-C over as a key.
  reader.on('SIGINT', () => interrupts.interrupt());
  interrupts.signal.addEventListener('abort', end);
  const coming = async (): Promise<string | undefined> => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    if (ended.signal.aborted) resolve(undefined);
    else waiting.push(resolve);
    return await promise;
  };
  return {
    next: async (isHidden) => {
      const there = typed.shift();
      shown.isHidden = isHidden;
      const line = there ?? (await coming());
      shown.isHidden = true;
      if (isHidden || there !== undefined || !isTerminal) io.stderr.write('\n');
      return line;
    },
    close: () => {
      interrupts.signal.removeEventListener('abort', end);
      reader.close();
    },
  };
}
