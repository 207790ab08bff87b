import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendToProgram, sendToWebhook } from '../../../src/cli/send-report.ts';

/** Lets minutes pass at once, once something has begun. */
function passMinutes(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => void vi.advanceTimersByTime(600_000);
}

test('a program that takes no end is ended, and told', async () => {
  const pass = passMinutes();
  const argv = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];

  const sending = sendToProgram(argv, 'report', {
    cwd: tmpdir(),
    env: process.env,
    signal: new AbortController().signal,
  });
  pass();

  await expect(sending).rejects.toThrow('the program of --exec failed: it took longer than ten minutes');
});

test('a webhook that gives no answer is told in words', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  const server = createServer(() => timeout.abort(new DOMException('late', 'TimeoutError')));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const bound = server.address();
  const url = new URL(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/hook`);

  const sending = sendToWebhook(url, 'report', new AbortController().signal);

  await expect(sending).rejects.toThrow('the webhook did not take the report: no answer within 10 s');
});
