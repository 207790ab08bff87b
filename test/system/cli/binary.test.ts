import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const launcher = fileURLToPath(new URL('../../../bin/adsync.js', import.meta.url));
const example = fileURLToPath(new URL('../../../examples/shop/campaigns.yaml', import.meta.url));
const readySchema = z.record(z.string(), z.unknown());

interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function start(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [launcher, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (written.stdout += String(text)));
  child.stderr.setEncoding('utf8').on('data', (text) => (written.stderr += String(text)));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...written }));
  return { process: child, ended };
}

async function startSandbox(cwd: string) {
  const sandbox = start(['sandbox', '--port', '0', '--json', '--clock', '2026-11-20T10:00:00Z'], cwd);
  const ready: Record<string, string> = {};
  for await (const line of sandbox.process.stdout ?? []) {
    for (const [name, value] of Object.entries(readySchema.parse(JSON.parse(String(line)))))
      ready[name] = String(value);
    break;
  }
  const env = {
    ADSYNC_ADS_BASE_URL: ready['ads_base_url'] ?? '',
    ADSYNC_ADS_SANDBOX_BASE_URL: ready['ads_sandbox_base_url'] ?? '',
    ADSYNC_CONSUMER_KEY: ready['consumer_key'] ?? '',
    ADSYNC_CONSUMER_SECRET: ready['consumer_secret'] ?? '',
    ADSYNC_ACCESS_TOKEN: ready['access_token'] ?? '',
    ADSYNC_ACCESS_TOKEN_SECRET: ready['access_token_secret'] ?? '',
  };
  return { ...sandbox, env };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'adsync-binary-'));
  onTestFinished(async () => await rm(path, { recursive: true, force: true }));
  return path;
}

test('the example is applied to a sandbox of another process, and planned again to nothing', async () => {
  const cwd = await folder();
  const sandbox = await startSandbox(cwd);

  const applied = await start(['apply', '--yes', example], cwd, sandbox.env).ended;
  const planned = await start(['plan', '--detailed-exitcode', example], cwd, sandbox.env).ended;
  sandbox.process.kill('SIGTERM');
  const stopped = await sandbox.ended;

  expect(applied).toMatchObject({ code: 0, stderr: '' });
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  expect(planned.stdout).toMatch(/^Nothing to change: /);
  expect(stopped.code).toBe(0);
});

test('exit codes and streams of the program itself', async () => {
  const cwd = await folder();

  const [version, help, wrong, missing] = await Promise.all(
    [['--version'], ['--help'], ['nonsense'], ['plan']].map((argv) => start(argv, cwd).ended),
  );

  expect(version).toMatchObject({ code: 0, stderr: '' });
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing?.stderr).toContain('error[ADSYNC_DOCUMENT_MISSING]');
});

test('a reader that goes away does not make it fail', async () => {
  const cwd = await folder();

  const help = start(['plan', '--help'], cwd);
  help.process.stdout?.destroy();

  expect(await help.ended).toMatchObject({ code: 0, stderr: '' });
});
