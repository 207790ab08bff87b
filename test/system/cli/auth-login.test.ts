import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/runs/system-clock.ts';
import {
  createSignInBench,
  decide,
  onceShown,
  pinAt,
  type SignInBench,
  shownAddress,
  signInThrough,
} from './sign-in.ts';

const login = ['auth', 'login'];

/** What a sign-in that failed told; it has left no profile. */
async function failureOf(
  { bench, profiles }: SignInBench,
  { code, stdout, stderr }: Awaited<ReturnType<typeof signInThrough>>,
): Promise<string> {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  await expect(stat(join(profiles, 'default.yaml'))).rejects.toThrow('ENOENT');
  expect((await bench.records('access_tokens')).length).toBe(0);
  return stderr.slice(stderr.indexOf('error['));
}

test('a browser that comes back signs the user in, and the profile is used from then on', async () => {
  const bench = await createSignInBench();
  const pages: { readonly status: number; readonly headers: Headers; readonly text: string }[] = [];
  const browser = onceShown(async (address) => {
    const { location } = await decide(address, { user: 'acme_manager' });
    const answer = await fetch(location);
    pages.push({ status: answer.status, headers: answer.headers, text: await answer.text() });
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();
  const file = join(bench.profiles, 'default.yaml');
  const status = await bench.run(['auth', 'status', '--json']);
  const plan = await bench.run(['plan']);

  expect({ code: ran.code, told: ran.stdout.replaceAll(/\s+/g, ' ') }).toEqual({
    code: 0,
    told: `Signed in as @acme_manager (756201191646691329), profile default. The secrets are in ${file}, which only you can read. No keychain runs here. `,
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(bench.profiles)).mode & 0o777).toBe(0o700);
  expect({ status: status.code, plan: plan.code, stderr: plan.stderr }).toMatchObject({ status: 0, plan: 0 });
  expect(JSON.parse(status.stdout)).toMatchObject({ user: { screenName: 'acme_manager' }, access: 'write' });
  const [page] = pages;
  expect(page?.status).toBe(200);
  expect(page?.text).toContain('adsync is signed in');
  expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page?.headers.get('cache-control')).toBe('no-store');
  expect(page?.headers.get('referrer-policy')).toBe('no-referrer');
});

test('on a terminal the browser is opened, unless that is not wanted', async () => {
  const bench = await createSignInBench();
  const opened: string[] = [];
  const browse = async (address: string): Promise<boolean> => {
    opened.push(address);
    return await Promise.resolve(true);
  };

  const seen = await signInThrough(bench, login, { typed: '', browse });
  const unseen = await signInThrough(bench, [...login, '--no-browser'], { typed: '', browse });

  expect([seen.code, unseen.code]).toEqual([0, 0]);
  expect(opened).toEqual([shownAddress(seen.stderr)]);
  expect(seen.stderr).toContain('It opens in the browser.');
});

test.each([
  ['as the page shows it', (pin: string) => [pin]],
  ['with blanks and dashes', (pin: string) => [` ${pin.slice(0, 3)}-${pin.slice(3)} `]],
  ['after two that are wrong', (pin: string) => ['0', `${pin}1`, pin]],
])('a PIN signs in where no browser can come back, %s', async (_title, tries) => {
  const bench = await createSignInBench();
  const browser = onceShown(async (address, _press, type) => {
    for (const line of tries(await pinAt(address))) type(`${line}\r`);
  });

  const ran = await bench.login([...login, '--oob'], { isInteractive: true, onOutput: browser.onOutput });
  await browser.done();

  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('Signed in as @acme_admin');
});

test('a PIN can come through a pipe', async () => {
  const bench = await createSignInBench();
  const nothing = await bench.login([...login, '--oob']);
  const garbage = await bench.login([...login, '--oob'], { typed: '\u0000\n<script>\n' });

  expect(await failureOf(bench, nothing)).toContain('no PIN that the platform takes was typed');
  expect(await failureOf(bench, garbage)).toContain('no PIN that the platform takes was typed');
});

test('a PIN that is wrong three times ends the sign-in', async () => {
  const bench = await createSignInBench();
  const browser = onceShown(async (address, _press, type) => {
    const pin = await pinAt(address);
    for (const line of ['1234567', '', `${pin}0`, pin]) type(`${line}\r`);
  });

  const ran = await bench.login([...login, '--oob'], { isInteractive: true, onOutput: browser.onOutput });
  await browser.done();

  expect(await failureOf(bench, ran)).toContain('no PIN that the platform takes was typed');
  expect(ran.stderr).toContain('PIN that the page shows, for the last time: ');
  const exchanges = (await bench.bench.requests()).filter((line) => line.endsWith('/oauth/access_token'));
  expect(exchanges).toHaveLength(2);
});

test('the application that is typed is used, and its secret is not shown', async () => {
  const bench = await createSignInBench();
  const { consumer_key, consumer_secret } = bench.bench.sandbox.ready;
  const env = { ADSYNC_CONSUMER_KEY: undefined, ADSYNC_CONSUMER_SECRET: undefined };

  const typed = await signInThrough(bench, login, { typed: `${consumer_key}\n${consumer_secret}\n`, env });
  const nobody = await bench.login([...login, '--profile', 'b'], { env });
  const nothing = await bench.login([...login, '--profile', 'b'], { env, typed: '\n\n' });
  const half = await bench.login([...login, '--profile', 'b'], { env: { ADSYNC_CONSUMER_SECRET: '' } });
  const again = await signInThrough(bench, login, { env });

  expect(typed.code).toBe(0);
  expect(typed.stderr).toContain('Its secret, which is not shown: \n');
  expect(typed.stderr).not.toContain(consumer_secret);
  expect(nobody.stderr).toContain('key and secret of the application are not known');
  expect(nothing.stderr).toContain('key and secret of the application are not known');
  expect(half.stderr).toContain('the environment lacks ADSYNC_CONSUMER_SECRET');
  // The profile knows the application by now.
  expect(again.code).toBe(0);
});

test('two profiles that are signed in to at once are both there', async () => {
  const bench = await createSignInBench();

  const [one, two] = await Promise.all([
    signInThrough(bench, [...login, '--profile', 'one'], { user: 'acme_admin' }),
    signInThrough(bench, [...login, '--profile', 'two'], { user: 'acme_analyst' }),
  ]);

  expect([one.code, two.code]).toEqual([0, 0]);
  expect(await readFile(join(bench.profiles, 'one.yaml'), 'utf8')).toContain('screen_name: "acme_admin"');
  expect(await readFile(join(bench.profiles, 'two.yaml'), 'utf8')).toContain('screen_name: "acme_analyst"');
});

test('a user who declines is told so, in the browser too', async () => {
  const bench = await createSignInBench();
  const pages: string[] = [];
  const browser = onceShown(async (address) => {
    const { location } = await decide(address, { decision: 'decline' });
    pages.push(await (await fetch(location)).text());
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();

  expect(await failureOf(bench, ran)).toMatch(
    /^error\[ADSYNC_LOGIN_FAILED\]: the application was not let in\n/,
  );
  expect(pages[0]).toContain('You have not let the application in');
});

test('a request token that gets too old is told, and the browser says that it failed', async () => {
  const bench = await createSignInBench();
  const pages: string[] = [];
  const browser = onceShown(async (address) => {
    const { location } = await decide(address);
    await bench.bench.control('PUT', 'clock', { advance_seconds: 3600 });
    pages.push(await (await fetch(location)).text());
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();

  expect(await failureOf(bench, ran)).toContain(
    'the sign-in is over: it was not approved, took too long, or was used already',
  );
  expect(pages[0]).toContain('The sign-in did not succeed');
});

test('a profile that cannot be written is told in the browser too', async () => {
  const bench = await createSignInBench();
  const pages: string[] = [];
  const browser = onceShown(async (address) => {
    const { location } = await decide(address);
    await writeFile(bench.profiles, 'a file');
    pages.push(await (await fetch(location)).text());
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();

  expect(ran.code).toBe(1);
  expect(ran.stdout).not.toContain('Signed in');
  expect(ran.stderr).toContain('error[ADSYNC_PROFILE_UNWRITABLE]');
  expect(pages[0]).toContain('The sign-in did not succeed');
});

test('a wrong verifier is refused, and what the browser brought is not used twice', async () => {
  const bench = await createSignInBench();
  const statuses: number[] = [];
  await bench.bench.control('PUT', 'faults', [{ path: '/oauth/access_token', effect: 'delay', ms: 400 }]);
  const browser = onceShown(async (address) => {
    const { location } = await decide(address);
    const wrong = new URL(location);
    wrong.searchParams.set('oauth_verifier', 'wrong');
    const first = fetch(wrong);
    // While the first is waiting for the platform.
    await systemClock.sleep(100);
    statuses.push((await fetch(location)).status, (await first).status);
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();

  expect(await failureOf(bench, ran)).toContain('the platform does not take what the browser brought');
  expect(statuses).toEqual([410, 400]);
});

test('a verifier that was exchanged already is worth nothing', async () => {
  const bench = await createSignInBench();
  const browser = onceShown(async (address) => {
    const { location } = await decide(address);
    const token = new URL(address).searchParams.get('oauth_token');
    const request = (await bench.bench.records('request_tokens')).find((each) => each['token'] === token);
    await bench.bench.control('POST', 'mutate', [
      { collection: 'request_tokens', id: request?.['id'], set: { status: 'used' } },
    ]);
    await fetch(location);
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();

  expect(await failureOf(bench, ran)).toContain('the sign-in is over');
});

test('what does not belong to the sign-in is shown the door, and changes nothing', async () => {
  const bench = await createSignInBench();
  const statuses: Record<string, number> = {};
  const browser = onceShown(async (address) => {
    const { location } = await decide(address);
    const { searchParams, origin, port } = new URL(location);
    const token = searchParams.get('oauth_token') ?? '';
    const visits: readonly (readonly [string, string, RequestInit?])[] = [
      ['another token', `${origin}/callback?oauth_token=another&oauth_verifier=v`],
      ['another denial', `${origin}/callback?denied=another`],
      ['no verifier', `${origin}/callback?oauth_token=${token}`],
      ['two verifiers', `${location}&oauth_verifier=b`],
      ['two tokens', `${location}&oauth_token=${token}`],
      ['approved and denied', `${location}&denied=${token}`],
      ['a verifier without end', `${origin}/callback?oauth_token=${token}&oauth_verifier=${'v'.repeat(600)}`],
      ['nothing', `${origin}/callback`],
      ['another path', `${origin}/favicon.ico`],
      ['a path beneath', `${origin}/callback/x`],
      ['another method', location, { method: 'POST' }],
      ['another name', location.replace('127.0.0.1', 'localhost')],
    ];
    for (const [what, url, init] of visits)
      statuses[what] = (await fetch(url, init).catch(() => ({ status: 0 }))).status;
    expect(port).not.toBe('');
    await (await fetch(location)).text();
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();

  expect(ran.code).toBe(0);
  const { 'another name': byName, ...others } = statuses;
  // Where the name leads to an address that nobody listens on, nothing answers.
  expect([0, 404]).toContain(byName);
  expect(others).toEqual({
    'another token': 400,
    'another denial': 400,
    'no verifier': 400,
    'two verifiers': 400,
    'two tokens': 400,
    'approved and denied': 400,
    'a verifier without end': 400,
    nothing: 400,
    'another path': 404,
    'a path beneath': 404,
    'another method': 404,
  });
});

test('a browser that never comes is not waited for without end', async () => {
  const bench = await createSignInBench();
  const sleeps: number[] = [];
  const clock = {
    ...systemClock,
    sleep: async (ms: number): Promise<void> => {
      sleeps.push(ms);
      await Promise.resolve();
    },
  };

  const ran = await bench.login(login, { clock });

  expect(sleeps).toEqual([300_000]);
  expect(await failureOf(bench, ran)).toContain('no browser came back within 5 minutes');
});

test.each([[[]], [['--oob']]])(
  'Ctrl-C ends a sign-in with %j at once, and leaves nothing behind',
  async (more) => {
    const bench = await createSignInBench();
    const browser = onceShown(async (_address, press) => {
      await systemClock.sleep(10);
      press();
    });

    const ran = await bench.login([...login, ...more], { isInteractive: true, onOutput: browser.onOutput });

    expect(ran).toMatchObject({ code: 130, stdout: '' });
    await expect(stat(bench.profiles)).rejects.toThrow('ENOENT');
  },
);

test('a port that somebody else has is told', async () => {
  const bench = await createSignInBench();
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : '');

  const taken = await bench.login([...login, '--port', port]);
  const wrong = await bench.login([...login, '--port', '70000']);
  const both = await bench.login([...login, '--port', '7000', '--oob']);

  expect(await failureOf(bench, taken)).toContain(`nothing can listen on 127.0.0.1:${port} (EADDRINUSE)`);
  expect(wrong.stderr).toContain('write a whole number from 1 to 65535');
  expect(both.stderr).toContain('a PIN needs no port');
});

test('a callback that the application does not know is told with what to do', async () => {
  const bench = await createSignInBench();
  await bench.bench.control('POST', 'mutate', [
    { collection: 'apps', id: '27000001', set: { callbacks: ['http://127.0.0.1:8765/callback'] } },
  ]);

  const ran = await bench.login(login);

  const told = await failureOf(bench, ran);
  expect(told).toContain('the application does not take the callback http://127.0.0.1:');
  expect(told.replaceAll('\n  ', ' ')).toContain('sign in with --port and its port; or sign in with --oob');
});

test('an application that the platform does not know is told', async () => {
  const bench = await createSignInBench();

  const ran = await bench.login(login, { env: { ADSYNC_CONSUMER_SECRET: 'not the secret' } });

  expect(await failureOf(bench, ran)).toContain('error[ADSYNC_CREDENTIALS_REFUSED]');
});

test('a platform that does not confirm the callback is not trusted', async () => {
  const bench = await createSignInBench();
  await bench.bench.control('PUT', 'faults', [
    {
      path: '/oauth/request_token',
      effect: 'status',
      status: 200,
      body: 'oauth_token=tttt&oauth_token_secret=hushhush&oauth_callback_confirmed=false',
    },
  ]);

  const told = await failureOf(bench, await bench.login(login));

  expect(told).toContain('error[ADSYNC_ANSWER_INVALID]');
  expect(told).not.toContain('hushhush');
});

test('an exchange whose answer is lost changes no profile', async () => {
  const bench = await createSignInBench();
  await bench.bench.control('PUT', 'faults', [{ path: '/oauth/access_token', effect: 'drop_before' }]);
  const browser = onceShown(async (address) => {
    const { location } = await decide(address);
    await (await fetch(location)).text();
  });

  const ran = await bench.login(login, { onOutput: browser.onOutput });
  await browser.done();

  expect(await failureOf(bench, ran)).toContain('Sign in again; no profile was changed.');
});

test('reading only is asked for and kept to', async () => {
  const bench = await createSignInBench();

  const ran = await signInThrough(bench, [...login, '--read-only']);
  const status = await bench.run(['auth', 'status']);
  const plan = await bench.run(['plan']);
  const apply = await bench.run(['apply', '--yes']);

  expect([ran.code, status.code, plan.code]).toEqual([0, 0, 0]);
  expect(status.stdout).toContain('reading only');
  expect(apply.code).not.toBe(0);
  expect((await bench.bench.records('campaigns')).length).toBe(1);
});

test('a profile of a command is not signed in to, and no name leads out of the folder', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench, [...login, '--profile', 'vault']);
  await writeFile(join(bench.profiles, 'vault.yaml'), 'credential_command: [vault]\n');

  const vault = await bench.login([...login, '--profile', 'vault']);
  const outside = await bench.login([...login, '--profile', '../default']);

  expect(vault.stderr).toContain('the credentials of the profile vault come from its credential_command');
  expect(outside.stderr).toContain('error[ADSYNC_USAGE]: "../default" is no name of a profile');
});

test('a sign-in while the environment has credentials says that those go first', async () => {
  const bench = await createSignInBench();

  const ran = await signInThrough(bench);

  expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(
    'Unset ADSYNC_CONSUMER_KEY, ADSYNC_CONSUMER_SECRET for the profile to be used',
  );
});
