import process from 'node:process';
import { expect, test } from 'vitest';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { builtProgram } from '../../support/built-program.ts';
import { openTerminal } from '../../support/terminal.ts';
import { createSignInBench, pinAt } from '../cli/sign-in.ts';

const program = await builtProgram();
const onWindows = process.platform === 'win32';

test.skipIf(onWindows)(
  'what is typed at a terminal signs in, and the secret never stands there',
  async () => {
    const signing = await createSignInBench();
    const { bench, profiles } = signing;
    const { consumer_key, consumer_secret } = bench.sandbox.ready;
    const addresses = Object.entries(sandboxEnvironment(bench.sandbox.ready)).filter(([name]) =>
      name.endsWith('_URL'),
    );
    const settings = profiles.replace(/[/\\]profiles$/, '');
    const { launcher, environment } = program;
    const terminal = openTerminal(process.execPath, [launcher, 'auth', 'login', '--oob', '--no-keychain'], {
      columns: 100,
      rows: 30,
      cwd: bench.folder,
      env: {
        PATH: process.env['PATH'],
        ...environment,
        ...Object.fromEntries(addresses),
        ADSYNC_CONFIG_DIR: settings,
      },
    });

    await terminal.waitFor('consumer key');
    terminal.send(`${consumer_key}\r`);
    await terminal.waitFor('which is not shown');
    terminal.send(`${consumer_secret}\r`);
    await terminal.waitFor('PIN that the page shows');
    const address = terminal.lines().find((line) => line.trim().startsWith('http')) ?? '';
    terminal.send(`${await pinAt(address.trim())}\r`);

    expect(await terminal.ended).toBe(0);
    const shown = terminal.lines().join('\n');
    expect(shown).toContain('Signed in as @acme_admin');
    expect(shown).toContain(consumer_key);
    expect(shown).not.toContain(consumer_secret);
    expect(await signing.run(['accounts'])).toMatchObject({ code: 0 });
  },
);
