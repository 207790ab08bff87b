import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printable } from '../diagnostics/display-text.ts';
import { documentName, showStep } from '../report/show-value.ts';
import { Interrupted } from '../runs/interrupted.ts';
import type { OutsideChange } from '../runs/outside-changes.ts';
import { kindNamed } from '../schemas/registry.ts';
import { type Context, print } from './context.ts';
import { type Interrupts, watchInterrupts } from './interrupts.ts';

const help = `y - accept this change
n - do not accept this change
a - accept this change and all after it
q - stop; accept none of those that are left
`;

/** Asks on the terminal about one change after the other; gives those accepted. Throws Interrupted after Ctrl-C. */
export async function chooseEach(
  context: Context,
  changes: readonly OutsideChange[],
): Promise<readonly OutsideChange[]> {
  const interrupts = watchInterrupts(context);
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      context.io.stderr.write(String(chunk));
      done();
    },
  });
  const terminal = createInterface({ input: context.io.stdin, output, terminal: true });
  // A terminal in raw mode hands Ctrl-C over as a key.
  terminal.on('SIGINT', () => interrupts.interrupt());
  try {
    return await askAll(context, changes, terminal, interrupts);
  } finally {
    terminal.close();
    interrupts.done();
  }
}

async function askAll(
  context: Context,
  changes: readonly OutsideChange[],
  terminal: Interface,
  interrupts: Interrupts,
): Promise<readonly OutsideChange[]> {
  const { signal } = interrupts;
  const accepted: OutsideChange[] = [];
  const lines = linesFrom(terminal);
  for (const [index, change] of changes.entries()) {
    const number = `(${index + 1}/${changes.length})`;
    const answer = await askOne(
      context,
      `${describe(context, change)}\n${number} Accept this change [y,n,a,q,?]? `,
      lines,
      signal,
    );
    if (signal.aborted) throw new Interrupted();
    if (answer === 'a') return [...accepted, ...changes.slice(index)];
    if (answer === 'q') return accepted;
    if (answer === 'y') accepted.push(change);
  }
  return accepted;
}

type Lines = () => Promise<string | undefined>;

/** Lines as they are typed, also several at once; `undefined` at the end of the input, and where the terminal is gone. */
function linesFrom(terminal: Interface): Lines {
  const waiting = terminal[Symbol.asyncIterator]();
  return async () => {
    const next = await waiting.next().catch(() => undefined);
    return next?.done === false ? next.value : undefined;
  };
}

async function askOne(
  context: Context,
  question: string,
  lines: Lines,
  signal: AbortSignal,
): Promise<string> {
  for (let asked = question; ; asked = `${help}Accept this change [y,n,a,q,?]? `) {
    print(context, asked, 'stderr');
    const line = await Promise.race([lines(), whenAborted(signal)]);
    if (line === undefined) return 'q';
    const answer = line.trim().toLowerCase();
    if (['y', 'n', 'a', 'q'].includes(answer)) return answer;
  }
}

async function whenAborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return await promise;
}

function describe({ errorStyle }: Context, change: OutsideChange): string {
  const { address, source } = change;
  const place = source === null ? '' : `  ${printable(source.file)}:${source.line}`;
  const heading = `${errorStyle('bold', printable(address))}${place}`;
  if (change.type === 'gone') return `${heading}\n  - gone from the platform: take it out of the document`;
  if (change.type === 'added') return `${heading}\n  + added on the platform: put it into the document`;
  const kind = kindNamed(change.kind);
  const step = showStep(kind, change.wire, { before: change.applied, after: change.live }, change.currency);
  return `${heading}\n  ~ ${documentName(kind, change.wire)}   ${step}`;
}
