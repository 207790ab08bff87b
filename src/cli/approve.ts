import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { pageWidth } from '../report/layout.ts';
import { wrapLines } from '../report/wrap-lines.ts';
import { Interrupted } from '../runs/interrupted.ts';
import type { Context } from './context.ts';
import type { Interrupts } from './interrupts.ts';

/** What is said where nobody approves. */
export interface ApprovalWords {
  /** The way out where there is no terminal to ask on. */
  readonly unasked: string;
  readonly declined: string;
}

/**
 * Asks for approval on the terminal; returns when the answer is `yes`. Throws ADSYNC_DECLINED for any other answer and
 * where there is no terminal to ask on, Interrupted for Ctrl-C.
 */
export async function approve(
  context: Context,
  question: string,
  interrupts: Interrupts,
  { unasked, declined }: ApprovalWords,
): Promise<void> {
  if (context.io.stdin.isTTY !== true) {
    throw new AdsyncError(
      'ADSYNC_DECLINED',
      'there is no terminal to ask for approval on; nothing was changed',
      {
        remedy: unasked,
      },
    );
  }
  const answer = await ask(context, `${question}\n  Only yes is accepted: `, interrupts);
  if (answer.trim() === 'yes') return;
  throw new AdsyncError('ADSYNC_DECLINED', declined);
}

async function ask({ io }: Context, question: string, interrupts: Interrupts): Promise<string> {
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      io.stderr.write(String(chunk));
      done();
    },
  });
  const terminal = createInterface({ input: io.stdin, output, terminal: true });
  // A terminal in raw mode hands Ctrl-C over as a key; the end of the input is no answer at all.
  terminal.on('SIGINT', () => interrupts.interrupt());
  const ended = new AbortController();
  terminal.on('close', () => ended.abort());
  // So is a terminal that is gone.
  terminal.on('error', () => ended.abort());
  try {
    const asked = wrapLines(question, pageWidth(io.stderr));
    return await terminal.question(asked, { signal: AbortSignal.any([interrupts.signal, ended.signal]) });
  } catch (error) {
    io.stderr.write('\n');
    if (interrupts.signal.aborted) throw new Interrupted();
    if (ended.signal.aborted) return '';
    throw error;
  } finally {
    terminal.close();
  }
}
