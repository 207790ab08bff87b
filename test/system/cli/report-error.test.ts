import { expect, test } from 'vitest';
import { reportError } from '../../../src/cli/report-error.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { systemClock } from '../../../src/runs/system-clock.ts';

function report(error: unknown, verbose: boolean): { readonly code: number; readonly text: string } {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const io = {
    stdin: process.stdin,
    stdout: output,
    stderr: output,
    env: {},
    cwd: '.',
    onInterrupt: () => () => {},
    clock: systemClock,
    keychain: () => undefined,
    browse: async () => false,
    exitNow: () => {},
  };
  const code = reportError(error, { io, errorStyle: plainStyle, globals: { verbose } });
  return { code, text: written.join('') };
}

test('what nobody foresaw is a fault of adsync, without a stack', () => {
  const { code, text } = report(new TypeError('x is not a function'), false);

  expect(code).toBe(1);
  expect(text).toBe(
    'error[ADSYNC_INTERNAL]: x is not a function\n  This is a fault of adsync. Run the command again with -v, and report what it prints.\n',
  );
});

test('on request the stack is shown, with what caused it', () => {
  const { text } = report(new Error('outer', { cause: new Error('inner') }), true);

  expect(text).toMatch(/Error: outer\n {4}at [\s\S]*caused by Error: inner\n {4}at /);
});

test('something thrown that is no error is reported too', () => {
  const { code, text } = report('text', true);

  expect(code).toBe(1);
  expect(text).toMatch(/^error\[ADSYNC_INTERNAL\]: something failed\n[\s\S]*\ntext\n$/);
});
