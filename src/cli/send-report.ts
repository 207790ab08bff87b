import { spawn } from 'node:child_process';
import { request } from 'undici';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { isLoopback } from '../platform/base-address.ts';

/** Nothing is checked while a program takes the report. */
const longestProgramMs = 600_000;

/**
 * Runs a program with a report on its standard input, without a shell, and waits until it ends; what it writes goes to
 * standard error. Throws ADSYNC_REPORT_UNSENT where it cannot be started, fails, or takes longer than ten minutes.
 */
export async function sendToProgram(
  [program = '', ...args]: readonly string[],
  report: string,
  {
    cwd,
    env,
    signal,
  }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const child = spawn(program, args, { cwd, env, signal, shell: false, stdio: ['pipe', 2, 2] });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, longestProgramMs);
  child.once('error', reject);
  child.once('close', (code, ended) => {
    if (code === 0) resolve(undefined);
    else resolve(isLate ? 'it took longer than ten minutes' : `it ended with ${code ?? ended}`);
  });
  // A program that reads nothing is none the worse for it.
  child.stdin?.on('error', () => {});
  child.stdin?.end(report);
  const problem = await promise.catch((error: unknown) => systemCode(error) ?? causeText(error));
  clearTimeout(timer);
  if (problem !== undefined && !signal.aborted)
    throw new AdsyncError('ADSYNC_REPORT_UNSENT', `the program of --exec failed: ${problem}`);
}

/** The address of a webhook; it is a secret. Throws ADSYNC_USAGE unless it is https, or http on this machine. */
export function webhookAddress(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new AdsyncError('ADSYNC_USAGE', 'the address of the webhook cannot be used', {
    remedy: 'Give https://…, or http://127.0.0.1:PORT on this machine.',
  });
}

/** Slack shows no more of a text. */
const longestText = 3500;
const answerMs = 10_000;

/**
 * Posts a report to a webhook as Slack takes it: `{"text": …}`. Throws ADSYNC_REPORT_UNSENT, without the address, which is a
 * secret, where it is not taken.
 */
export async function sendToWebhook(url: URL, report: string, signal: AbortSignal): Promise<void> {
  const shown = report.length > longestText ? `${report.slice(0, longestText)}\n…` : report;
  // A backquote would close the block, and Slack reads mentions and links in brackets.
  const text = `\`\`\`\n${shown.replaceAll('`', "'").replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n\`\`\``;
  const body = JSON.stringify({ text });
  let problem: string | undefined;
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
    await answer.body.dump();
    if (answer.statusCode < 200 || answer.statusCode > 299) problem = `HTTP ${answer.statusCode}`;
  } catch (cause) {
    problem = systemCode(cause) ?? (isTimeout(cause) ? `no answer within ${answerMs / 1000} s` : 'no answer');
  }
  if (problem !== undefined && !signal.aborted)
    throw new AdsyncError('ADSYNC_REPORT_UNSENT', `the webhook did not take the report: ${problem}`);
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}
