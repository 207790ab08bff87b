import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCertificate } from '../../../packages/sandbox/src/certificate.ts';
import { type Bench, createBench } from './harness.ts';

const ready = z.looseObject({
  ads_base_url: z.string(),
  ads_sandbox_base_url: z.string(),
  admin_url: z.string(),
  https_base_url: z.string().optional(),
  certificate: z.string().optional(),
});

type Ask = (line: z.infer<typeof ready>) => Promise<unknown>;

/** Runs the sandbox until it is ready and `ask` is answered. */
async function serve(bench: Bench, argv: readonly string[], ask?: Ask) {
  let asked: Promise<unknown> | undefined;
  const { code, stdout } = await bench.adsync(['sandbox', '--port', '0', '--json', ...argv], {
    onOutput: (text, press) => {
      if (asked !== undefined || !text.endsWith('\n')) return;
      asked = Promise.resolve(ask?.(ready.parse(JSON.parse(text)))).finally(press);
    },
  });
  return { code, line: ready.parse(JSON.parse(stdout)), answer: await asked };
}

const seedAccount: Ask = async ({ admin_url }) => {
  const answer = await fetch(`${admin_url}/seed`, { method: 'POST', body: '{"accounts":[{"id":"kept1"}]}' });
  return await answer.json();
};

const countPaths: Ask = async ({ admin_url }) => {
  const document: unknown = await (await fetch(`${admin_url}/openapi.json`)).json();
  return Object.keys(z.looseObject({ paths: z.record(z.string(), z.unknown()) }).parse(document).paths)
    .length;
};

test('the sandbox keeps what it holds in a file of the working directory', async () => {
  const bench = await createBench();

  const first = await serve(bench, ['--data', 'sandbox.db'], seedAccount);
  const again = await serve(bench, ['--data', 'sandbox.db']);

  expect([first.code, again.code]).toEqual([0, 0]);
  expect(await readdir(bench.folder)).toContain('sandbox.db');
  expect(first.answer).toEqual({ accounts: ['kept1'] });
  expect(again.line['accounts']).toContain('kept1');
});

test('the sandbox has an address apart, and one of HTTPS, where that is asked for', async () => {
  const bench = await createBench();
  const plain = await serve(bench, []);
  const apart = await serve(bench, ['--split', '--https-port', '0']);

  expect(plain.line.ads_sandbox_base_url).toBe(plain.line.ads_base_url);
  expect([plain.line.https_base_url, plain.line.certificate]).toEqual([undefined, undefined]);
  expect(apart.line.ads_sandbox_base_url).not.toBe(apart.line.ads_base_url);
  expect(apart.line.https_base_url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(apart.line.certificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
});

test('the profile reference hides what is only public', async () => {
  const bench = await createBench();
  const whole = await serve(bench, [], countPaths);
  const reference = await serve(bench, ['--profile', 'reference'], countPaths);

  expect(Number(reference.answer)).toBeLessThan(Number(whole.answer));
});

test.each([
  [
    '--data',
    'no/such/folder/sandbox.db',
    /the sandbox cannot start with these settings[\s\S]*cannot be opened as a data file/,
  ],
  ['--profile', 'secret', /Allowed choices are public, reference/],
  ['--https-port', '70000', /from 0 to 65535/],
])('%s %s is refused', async (option, value, text) => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['sandbox', '--port', '0', option, value]);

  expect([code, stderr]).toEqual([1, expect.stringMatching(text)]);
});

test("a certificate of one's own is used, with its key", async () => {
  const bench = await createBench();
  const [own, other] = await Promise.all([createCertificate(), createCertificate()]);
  await writeFile(join(bench.folder, 'cert.pem'), own.cert);
  await writeFile(join(bench.folder, 'key.pem'), own.key);
  await writeFile(join(bench.folder, 'other.pem'), other.key);
  const refused = async (...argv: readonly string[]) =>
    await bench.adsync(['sandbox', '--port', '0', ...argv]);

  const { line } = await serve(bench, ['--https-port', '0', '--cert', 'cert.pem', '--key', 'key.pem']);
  const alone = await refused('--https-port', '0', '--cert', 'cert.pem');
  const plain = await refused('--cert', 'cert.pem', '--key', 'key.pem');
  const wrong = await refused('--https-port', '0', '--cert', 'cert.pem', '--key', 'other.pem');
  const none = await refused('--https-port', '0', '--cert', 'cert.pem', '--key', 'missing.pem');

  expect(line.certificate).toBe(own.cert);
  for (const each of [alone, plain]) {
    expect(each.code).toBe(1);
    expect(each.stderr).toContain('--cert, --key and --https-port belong together');
  }
  for (const each of [wrong, none]) {
    expect(each.code).toBe(1);
    expect(each.stderr).toContain('the certificate and its key cannot be used');
  }
});

test('where other machines reach it, a warning and the token are printed', async () => {
  const bench = await createBench();
  let asked = false;
  const { code, stdout } = await bench.adsync(['sandbox', '--port', '0', '--host', '0.0.0.0'], {
    onOutput: (text, press) => {
      if (asked || !text.includes('export ADSYNC_ACCESS_TOKEN_SECRET')) return;
      asked = true;
      press();
    },
  });
  const nowhere = await bench.adsync(['sandbox', '--port', '0', '--host', '192.0.2.1']);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^Other machines can reach it: .*\nControl calls need this token: [\w-]{32}$/m);
  expect(stdout).toMatch(
    /^Look at it in a browser: http:\/\/127\.0\.0\.1:\d+\/_sandbox\/\?token=[\w-]{32}$/m,
  );
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toContain('192.0.2.1 is no address of this machine');
});

test('a profile of credentials is none of the sandbox, wherever it is written', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['--profile', 'staging', 'sandbox', '--port', '0']);

  expect(code).toBe(1);
  expect(stderr).toContain('Allowed choices are public, reference');
});
