import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/display-text.ts';
import { parseApiMethod } from '../platform/api-path.ts';
import type { TextClient, TextRequest } from '../platform/client.ts';
import { rewriteJson } from '../platform/json.ts';
import { type CallAnswer, callOnce, callPages, requestOf, showRequest } from '../runs/call-platform.ts';
import { closeAfter } from '../runs/close-after.ts';
import { Interrupted, unlessInterrupted } from '../runs/interrupted.ts';
import type { Run } from '../runs/run.ts';
import { openClient } from '../runs/session.ts';
import { type TouchedResource, touchedResources } from '../runs/touched-resources.ts';
import { readFields, readNamed } from './api-input.ts';
import { confirm } from './confirm.ts';
import { type Context, note } from './context.ts';
import { type Interrupts, untilInterrupted } from './interrupts.ts';
import { safeJson } from './safe-json.ts';
import type { JsonSelection } from './select-json.ts';
import { runOf } from './terminal-run.ts';

/** A call as the command line asks for it. */
export interface AskedCall {
  readonly method: string;
  readonly path: string;
  readonly rawField: readonly string[];
  readonly field: readonly string[];
  readonly input?: string | undefined;
  readonly paginate: boolean;
  readonly jq?: string | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

/**
 * Makes one call and prints what the platform answers, also where that is a refusal. Gives the exit code. Throws
 * ADSYNC_USAGE, ADSYNC_STOPPED, ADSYNC_DECLINED, ADSYNC_OUTCOME_UNKNOWN for a write that may have been carried out, and what
 * the platform refuses.
 */
export async function apiOnTerminal(context: Context, asked: AskedCall): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    const request = await readRequest(run, asked);
    const isWrite = request.method !== 'GET';
    if (isWrite) {
      const touched = await touchedResources(run, request);
      for (const line of touchedLines(request, touched)) note(context, line);
    }
    if (asked.dryRun) {
      showDryRun(context, run, request);
      return 0;
    }
    if (!isWrite) {
      await withClient(
        run,
        async (client) => await unlessInterrupted(run.signal, read(context, { run, client }, request, asked)),
      );
      return 0;
    }
    await confirm(context, `Send ${request.method} ${request.path}?`, { yes: asked.yes, interrupts });
    // A stop may have begun while nobody answered.
    if (!asked.yes) await touchedResources(run, request);
    return await write(context, { run, interrupts }, request, asked);
  });
}

async function readRequest(run: Run, asked: AskedCall): Promise<TextRequest> {
  const method = parseApiMethod(asked.method);
  if (asked.paginate && method !== 'GET')
    throw new AdsyncError('ADSYNC_USAGE', 'only a GET has pages', { remedy: 'Leave --paginate out.' });
  const fields = await readFields(asked, run.cwd);
  const input = asked.input === undefined ? undefined : await readNamed(asked.input, run.cwd);
  return await requestOf(run, { method, path: asked.path, fields, input });
}

async function withClient<T>(run: Run, work: (client: TextClient) => Promise<T>): Promise<T> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => await work(client));
}

/** Selects by a jq expression while the work lasts, if there is one; until the signal, where one is given. */
async function withSelection(
  run: Run,
  { jq, signal }: { readonly jq: string | undefined; readonly signal?: AbortSignal | undefined },
  work: (selection: JsonSelection | undefined) => Promise<void>,
): Promise<void> {
  if (jq === undefined) return await work(undefined);
  const { openSelection } = await import('./select-json.ts');
  const selection = openSelection(jq, signal);
  await closeAfter(run, selection, async () => await work(selection));
}

async function read(
  context: Context,
  { run, client }: { readonly run: Run; readonly client: TextClient },
  request: TextRequest,
  { jq, paginate }: AskedCall,
): Promise<void> {
  if (paginate && jq === undefined) return await showJoined(context, client, request);
  await withSelection(run, { jq, signal: run.signal }, async (selection) => {
    if (!paginate) await show(context, await callOnce(client, request), selection);
    else for await (const page of callPages(client, request)) await show(context, page, selection);
  });
}

async function write(
  context: Context,
  { run, interrupts }: { readonly run: Run; readonly interrupts: Interrupts },
  request: TextRequest,
  asked: AskedCall,
): Promise<number> {
  interrupts.signal.addEventListener('abort', () =>
    note(
      context,
      'Interrupted: the answer is waited for. Ctrl-C again ends at once, without knowing what became of it.',
    ),
  );
  const { jq } = asked;
  await withClient(run, async (client) => {
    const answer = await callOnce(client, request);
    // An answer to a write is shown, also after Ctrl-C.
    await withSelection(run, { jq }, async (selection) => await show(context, answer, selection));
  });
  if (interrupts.signal.aborted) throw new Interrupted();
  return 0;
}

/** Prints an answer, or what is selected of it; a refusal is printed whole, and thrown. */
async function show(
  context: Context,
  { text, failure }: CallAnswer,
  selection?: JsonSelection,
): Promise<void> {
  if (failure === undefined && selection !== undefined) {
    await selection.select(text, (lines) => void context.io.stdout.write(safeJson(lines)));
    return;
  }
  if (text !== '') context.io.stdout.write(`${safeJson(forReader(context, text))}\n`);
  if (failure !== undefined) throw failure;
}

/** All records of a list as one document, page by page: none of them is kept. */
async function showJoined(context: Context, client: TextClient, request: TextRequest): Promise<void> {
  const { stdout } = context.io;
  const others = new Set<string>();
  let before = '{"data":[\n';
  for await (const page of callPages(client, request)) {
    const { records, failure } = page;
    // What was begun is left without its end: nobody may take a part for the whole.
    if (failure !== undefined && !before.startsWith('{')) throw failure;
    if (failure !== undefined) return await show(context, page);
    for (const record of records) {
      stdout.write(safeJson(before + record));
      before = ',\n';
    }
    for (const name of page.others) others.add(name);
  }
  stdout.write(before.startsWith('{') ? '{"data":[]}\n' : '\n]}\n');
  if (others.size > 0)
    note(
      context,
      `The pages also hold ${[...others].join(', ')}, which are not joined: --jq shows each page by itself.`,
    );
}

/** On a terminal JSON is laid out in lines. */
function forReader({ io }: Context, text: string): string {
  if (io.stdout.isTTY !== true) return text;
  try {
    return rewriteJson(text, 2);
  } catch {
    return text;
  }
}

function showDryRun(context: Context, run: Run, request: TextRequest): void {
  const { method, url, headers, body } = showRequest(run, request);
  const lines = [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ];
  context.io.stdout.write(`${safeJson(lines.join('\n'))}\n`);
}

/** How many resources are named. */
const mostNamed = 10;

function touchedLines({ method }: TextRequest, touched: readonly TouchedResource[]): readonly string[] {
  if (touched.length === 0) return [];
  const named = touched.slice(0, mostNamed).map(({ address, kind, id, beneath }) => {
    const more =
      method === 'DELETE' && beneath > 0 ? `, with ${counted(beneath, 'resource')} beneath it` : '';
    return `  ${printable(address)} (${kind} ${printable(id)}${more})`;
  });
  const more = touched.length > mostNamed ? [`  and ${touched.length - mostNamed} more`] : [];
  return [
    `The request names ${counted(touched.length, 'resource')} of the state; what it changes there is drift until the document says the same:`,
    ...named,
    ...more,
  ];
}
