import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/runs/system-clock.ts';
import { type Bench, createBench } from './harness.ts';

async function createApplied(): Promise<Bench> {
  const bench = await createBench(undefined, { leavesStreams: true });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

async function meddle(bench: Bench, amount: number): Promise<void> {
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  const set = { daily_budget_amount_local_micro: amount };
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: String(sale?.['id']), set }]);
}

test('what is found is reported once, and again when it is something else; nothing is written', async () => {
  const bench = await createApplied();
  const writes = (await bench.writes()).length;
  let checks = 0;
  const sleep = async (): Promise<void> => {
    checks += 1;
    if (checks === 2) await meddle(bench, 60_000_000);
    if (checks === 3) await meddle(bench, 55_000_000);
  };
  const clock = { now: () => Date.now(), sleep };

  const { code, stdout } = await bench.adsync(['watch', '--no-events', '--checks', '4'], { clock });

  expect(code).toBe(0);
  expect(stdout.match(/daily_budget/g)).toHaveLength(1);
  expect(stdout.match(/In sync|in sync/g)?.length).toBeGreaterThanOrEqual(2);
  expect((await bench.writes()).length).toBe(writes);
});

test('a check that fails is told, and the watch goes on', async () => {
  const bench = await createApplied();
  const taken: number[] = [];
  const clock = {
    now: () => Date.now(),
    sleep: async (ms: number) => {
      taken.push(ms);
      if (taken.length === 2) await bench.write('campaigns.yaml', good);
    },
  };
  const good = await bench.read('campaigns.yaml');
  await bench.write('campaigns.yaml', 'version: 1\naccounts: [');

  const ran = await bench.adsync(['watch', '--no-events', '--checks', '3'], { clock });

  expect(ran.code).toBe(0);
  expect(ran.stderr.match(/The check failed/g)).toHaveLength(2);
  expect(taken).toEqual([30_000, 60_000]);
  expect(ran.stdout).not.toBe('');
});

test('a report goes to a program without a shell, and to a webhook', async () => {
  const bench = await createApplied();
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      bodies.push(body);
      response.statusCode = bodies.length === 1 ? 200 : 500;
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const bound = server.address();
  const hook = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/services/secret-part`;
  const script = 'process.stdin.pipe(require("fs").createWriteStream(process.argv[1]))';
  const env = { ADSYNC_WATCH_WEBHOOK: hook };
  const argv = ['watch', '--no-events', '--checks', '1', '--format', 'json'];
  const program = ['--exec', process.execPath, '--exec-arg=-e', '--exec-arg', script];

  const ran = await bench.adsync([...argv, ...program, '--exec-arg', join(bench.folder, '$(x) out.json')], {
    env,
  });
  const failing = await bench.adsync([...argv, '--exec', './no-such-program'], { env });

  expect(ran).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(JSON.parse(await bench.read('$(x) out.json'))).toMatchObject({ in_sync: true });
  expect(bodies[0]).toMatch(/^\{"text":"```.*```"\}$/);
  expect(failing.code).toBe(0);
  expect(failing.stderr).toContain('the program of --exec failed: ENOENT');
  expect(failing.stderr).toContain('did not take the report: HTTP 500');
  expect(failing.stderr).not.toContain('secret-part');
});

test('an address that is not safe is refused', async () => {
  const bench = await createBench(undefined, { leavesStreams: true });
  const { code, stderr } = await bench.adsync(['watch', '--webhook', 'http://hooks.example.com/secret-part']);

  expect(code).toBe(1);
  expect(stderr).not.toContain('secret-part');
});

const promoting = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      follow-us:
        name: Follow us
        funding_instrument: credit
        status: PAUSED
        daily_budget: 20
        line_items:
          followers:
            name: Followers
            objective: FOLLOWERS
            product_type: PROMOTED_ACCOUNT
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
            promoted_accounts: ["756201191646691328"]
`;

test('a burst of events about a promoted account leads to one check at once; others lead to none', async () => {
  const bench = await createBench(promoting, { leavesStreams: true });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  for (const user of ['756201191646691328', '756201191646691329'])
    await bench.adsync(['events', 'subscribe', 'profile.update.bio', '--user', user]);
  const happen = async (user: string): Promise<void> => {
    await bench.control('POST', 'events', { type: 'profile.update.bio', user_id: user });
  };
  const burst = async (): Promise<void> => {
    await happen('756201191646691329');
    for (let count = 0; count < 3; count += 1) await happen('756201191646691328');
  };
  let isDone = false;
  const failures: unknown[] = [];

  const { code, stdout, stderr } = await bench.adsync(['watch', '--every', '1h', '--checks', '2'], {
    clock: systemClock,
    onOutput: (text, press) => {
      if (isDone || !text.includes('Listening.') || !/in sync/i.test(text)) return;
      isDone = true;
      burst().catch((error: unknown) => {
        failures.push(error);
        press();
      });
    },
  });

  expect({ code, failures }).toEqual({ code: 0, failures: [] });
  expect(stderr.match(/An event touches what is watched: profile\.update\.bio/g)).toHaveLength(3);
  expect(stdout.match(/in sync/gi)?.length).toBeGreaterThan(0);
});
