import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

test.each([
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
  [['-V'], 0, /^\d+\.\d+\.\d+\n$/],
  [['--help'], 0, /Usage: adsync/],
  [['help', 'plan'], 0, /--undo-drift <address>/],
  [['plan', '--help'], 0, /--adopt \[address\]/],
  [['state', '--help'], 0, /Usage: adsync state/],
])('%j prints to standard output', async (argv, expected, text) => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(argv);

  expect({ code, stderr }).toEqual({ code: expected, stderr: '' });
  expect(stdout).toMatch(text);
  expect(stdout).not.toContain('preset');
});

test('what an option means for all commands is not told beside what it means for one', async () => {
  const bench = await createBench();
  const init = await bench.adsync(['init', '--help']);
  const plan = await bench.adsync(['plan', '--help']);

  expect(init.stdout.match(/^ +--account/gm)).toHaveLength(1);
  expect(init.stdout).toMatch(/--account <id>\s+the platform's id of the account/);
  expect(plan.stdout).toMatch(
    /--account <account>\s+limit the run to one account, by its key or the platform's id/,
  );
});

test.each([
  [[], /Usage: adsync/],
  [['pln'], /error\[ADSYNC_USAGE\]: unknown command 'pln'\n {2}\(Did you mean plan\?\)/],
  [['plan', '--outt', 'x'], /error\[ADSYNC_USAGE\]: unknown option '--outt'\n {2}\(Did you mean --out\?\)/],
  [['plan', '--format', 'xml'], /error\[ADSYNC_USAGE\]: .*Allowed choices are text, json/],
  [['plan', '--lock-timeout', 'soon'], /error\[ADSYNC_USAGE\]: .*500ms, 30s, 5m or 1h/],
  [['plan', '--lock-timeout', '5'], /error\[ADSYNC_USAGE\]/],
  [['sandbox', '--port', '65536'], /error\[ADSYNC_USAGE\]: .*from 0 to 65535/],
  [['sandbox', '--latency', '-1'], /error\[ADSYNC_USAGE\]/],
  [['state', 'show'], /error\[ADSYNC_USAGE\]: missing required argument 'address'/],
  [['state', 'shw', 'x'], /error\[ADSYNC_USAGE\]: unknown command 'shw'/],
  [['state'], /Usage: adsync state/],
  [['demo', 'more'], /error\[ADSYNC_USAGE\]: too many arguments/],
])('%j is a mistake on the command line', async (argv, text) => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(argv);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(text);
});

test('missing credentials are named', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['plan'], {
    env: { ADSYNC_CONSUMER_KEY: undefined, ADSYNC_ACCESS_TOKEN: '' },
  });

  expect(code).toBe(1);
  expect(stderr).toContain(
    'error[ADSYNC_CREDENTIALS_MISSING]: the environment lacks ADSYNC_CONSUMER_KEY, ADSYNC_ACCESS_TOKEN\n',
  );
});

test.each([['http://ads.example.com'], ['ftp://127.0.0.1'], ['nonsense']])(
  '%s is no base address',
  async (address) => {
    const bench = await createBench();

    const { code, stderr } = await bench.adsync(['plan'], { env: { ADSYNC_ADS_BASE_URL: address } });

    expect(code).toBe(1);
    expect(stderr).toContain('error[ADSYNC_ADDRESS_INSECURE]');
  },
);

test('the state of a sandbox never meets another platform', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  const elsewhere = { env: { ADSYNC_ADS_BASE_URL: 'https://ads-api.example.com' } };

  const planned = await bench.adsync(['plan'], elsewhere);
  const applied = await bench.adsync(['apply', '--yes'], elsewhere);

  for (const { code, stderr } of [planned, applied]) {
    expect(code).toBe(1);
    expect(stderr).toContain('error[ADSYNC_STATE_MISMATCH]');
  }
});

test('the state is where --state says, else where the environment says', async () => {
  const bench = await createBench();
  const env = { ADSYNC_STATE: 'sqlite:by-environment.db' };
  await bench.adsync(['apply', '--yes', '--state', 'sqlite:by-option.db'], { env });

  const option = await bench.adsync(['state', 'list', '--state', 'sqlite:by-option.db'], { env });
  const environment = await bench.adsync(['state', 'list'], { env });
  const unknown = await bench.adsync(['state', 'list', '--state', 'mysql://user:hush-hush@host/db']);

  expect(option.stdout).toContain('acme-us/campaigns/sale');
  expect(environment.stdout).toBe('The state is empty.\n');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).not.toContain('hush-hush');
});

const escapeCharacter = String.fromCharCode(27);

test('colour goes to terminals only, and only where it is wanted', async () => {
  const bench = await createBench();

  const terminal = await bench.adsync(['plan'], { typed: '' });
  const pipe = await bench.adsync(['plan']);
  const option = await bench.adsync(['plan', '--no-color'], { typed: '' });
  const environment = await bench.adsync(['plan'], { typed: '', env: { NO_COLOR: '1' } });
  const emptyVariable = await bench.adsync(['plan'], { typed: '', env: { NO_COLOR: '' } });

  expect(
    [terminal, pipe, option, environment, emptyVariable].map(({ stdout }) =>
      stdout.includes(escapeCharacter),
    ),
  ).toEqual([true, false, false, false, true]);
});

test('-v shows the stack of an error, and without it there is none', async () => {
  const bench = await createBench();

  const verbose = await bench.adsync(['plan', 'missing.yaml', '-v']);
  const plain = await bench.adsync(['plan', 'missing.yaml']);

  expect(verbose.stderr).toMatch(/^ {4}at /m);
  expect(plain.stderr).not.toMatch(/^ {4}at /m);
});

test('names cannot draw on the terminal', async () => {
  const bench = await createBench();
  const document = await bench.read('campaigns.yaml');
  await bench.write('campaigns.yaml', document.replace('name: Sale', 'name: "Sale\\u202e"'));
  const shown = await bench.adsync(['plan']);
  await bench.write('campaigns.yaml', document.replace('name: Sale', 'name: "Sale\\e[31m${var.end}"'));
  await bench.write('more.yaml', 'version: 1\nvariables: { end: "!" }\n');
  const refused = await bench.adsync(['plan', 'campaigns.yaml', 'more.yaml']);

  expect(shown.stdout).toContain('Sale');
  expect(shown.stdout).not.toContain('\u202e');
  expect(refused.stderr).toContain('name holds the control character U+001B');
  expect(refused.stderr).toContain('[31m!');
  expect(refused.stderr).not.toContain(escapeCharacter);
});
