import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../src/runs/system-clock.ts';
import { type Bench, createBench } from './harness.ts';

const user = '756201191646691328';

/** Makes an event happen once somebody listens for it. */
async function happen(bench: Bench, text: string): Promise<void> {
  await bench.control('POST', 'events', { type: 'post.create', user_id: user, payload: { text } });
}

/** Runs `events listen`, with something to do at each of these lines on standard error. */
async function listen(bench: Bench, argv: readonly string[], steps: readonly (() => Promise<void>)[]) {
  let done = 0;
  const failures: unknown[] = [];
  const ran = await bench.adsync(['events', 'listen', ...argv], {
    clock: systemClock,
    onOutput: (text, press) => {
      const opened = text.split('Listening.').length - 1;
      if (opened <= done || done >= steps.length) return;
      const step = steps[done];
      done += 1;
      step?.().catch((error: unknown) => {
        failures.push(error);
        press();
      });
    },
  });
  expect(failures).toEqual([]);
  return ran;
}

const eventOf = z.object({ data: z.object({ payload: z.object({ text: z.string() }) }) });
const texts = (stdout: string): readonly unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => eventOf.parse(JSON.parse(line)).data.payload.text);

test('events are printed as lines, each once, whatever becomes of the connection', async () => {
  const bench = await createBench(undefined, { leavesStreams: true });
  await subscribe(bench);
  const break_ = (effect: string, text: string) => async () => {
    await happen(bench, text);
    await bench.control('POST', 'streams', { effect });
  };

  const { code, stdout, stderr } = await listen(
    bench,
    ['--limit', '4'],
    [
      break_('end', 'one'),
      break_('drop', 'two'),
      break_('half_line', 'three \u009b[2J'),
      async () => {
        await happen(bench, 'four');
      },
    ],
  );

  expect({ code, texts: texts(stdout) }).toEqual({
    code: 0,
    texts: ['one', 'two', 'three \u009b[2J', 'four'],
  });
  expect(stdout).not.toContain('\u009b');
  expect(stderr.match(/The stream ended.*opened again/g)).toHaveLength(3);
});

async function subscribe(bench: Bench): Promise<void> {
  const ran = await bench.adsync(['events', 'subscribe', 'post.create', '--user', user, '--tag', 'own']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
}

test('Ctrl-C ends it with 0, and who stops reading ends it as well', async () => {
  const bench = await createBench(undefined, { leavesStreams: true });
  const { code, stdout, stderr } = await bench.adsync(['events', 'listen'], {
    onOutput: (text, press) => {
      if (text.includes('Listening.')) press();
    },
  });

  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: 'Listening.\n' });
});

test('a refusal is told, and one that passes is waited for', async () => {
  const bench = await createBench(undefined, { leavesStreams: true });
  const refuse = async (status: number, title: string) => {
    const rule = {
      path: '/2/activity/stream',
      effect: 'status',
      status,
      body: { title, detail: 'No', type: 'about:blank', status },
    };
    await bench.control('PUT', 'faults', [{ ...rule, times: 1 }]);
  };
  await refuse(403, 'Client Forbidden');
  const forbidden = await bench.adsync(['events', 'listen']);
  await refuse(429, 'ConnectionException');
  const full = await bench.adsync(['events', 'listen'], {
    onOutput: (text, press) => {
      if (text.includes('opened again')) press();
    },
  });
  const revoked = await bench.adsync(['events', 'listen'], {
    env: { ADSYNC_ACCESS_TOKEN_SECRET: 'wrong-secret' },
  });

  expect(forbidden).toMatchObject({ code: 1, stdout: '' });
  expect(forbidden.stderr).toContain('the platform refused GET /2/activity/stream (HTTP 403)');
  expect(forbidden.stderr).toContain('may not read the stream of activity events');
  expect(full.code).toBe(0);
  expect(full.stderr).toMatch(/allows no more streams.*events disconnect/s);
  expect(revoked).toMatchObject({ code: 1, stdout: '' });
  expect(revoked.stderr).toContain('ADSYNC_CREDENTIALS_REFUSED');
});

const idOf = z.array(z.looseObject({ id: z.string().optional(), subscription_id: z.string().optional() }));

test('subscriptions, rules and connections are made, listed and taken back', async () => {
  const bench = await createBench(undefined, { leavesStreams: true });
  await subscribe(bench);
  const listed = await bench.adsync(['events', 'list', '--format', 'json']);
  const [{ subscription_id: id = '' } = {}] = idOf.parse(JSON.parse(listed.stdout));
  const gone = await bench.adsync(['events', 'unsubscribe', id]);
  const again = await bench.adsync(['events', 'unsubscribe', id]);
  const none = await bench.adsync(['events', 'list']);

  expect(gone).toMatchObject({ code: 0, stdout: `The subscription ${id} is deleted.\n` });
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(none).toMatchObject({ code: 0, stdout: '' });
  expect(none.stderr).toContain('There are no subscriptions');

  const added = await bench.adsync([
    'events',
    'rules',
    'add',
    'spring',
    '(',
    '--tag',
    'a',
    '--format',
    'json',
  ]);
  const rules = await bench.adsync(['events', 'rules', 'list', '--format', 'json']);
  const [{ id: rule = '' } = {}] = idOf.parse(JSON.parse(rules.stdout));
  const deleted = await bench.adsync(['events', 'rules', 'delete', rule]);

  expect(added).toMatchObject({ code: 1 });
  expect(added.stderr).toContain('the platform refused 1 rule');
  expect(JSON.parse(added.stdout)).toEqual([{ id: rule, value: 'spring', tag: 'a' }]);
  expect(deleted).toMatchObject({ code: 0, stdout: 'Deleted 1 rule.\n' });
});

test('connections are listed and ended, by id and all of them', async () => {
  const bench = await createBench(undefined, { leavesStreams: true });
  let listed = '';
  const ends: string[] = [];
  const end = async (): Promise<void> => {
    listed = (await bench.adsync(['events', 'list', 'connections', '--format', 'json'])).stdout;
    const [{ id = '' } = {}] = idOf.parse(JSON.parse(listed));
    ends.push((await bench.adsync(['events', 'disconnect', id])).stdout);
  };
  const all = async (): Promise<void> => {
    ends.push((await bench.adsync(['events', 'disconnect', '--all', '--yes'])).stdout);
    await happen(bench, 'last');
  };
  await subscribe(bench);

  const { code, stderr } = await listen(bench, ['--limit', '1'], [end, all]);
  const unknown = await bench.adsync(['events', 'disconnect', 'a-b']);
  const declined = await bench.adsync(['events', 'disconnect', '--endpoint', 'activity_stream']);

  expect({ code, ends }).toEqual({ code: 0, ends: ['Ended 1 connection.\n', 'Ended 1 connection.\n'] });
  expect(listed).toContain('"endpoint_name": "activity_stream"');
  expect(stderr).toContain('The stream ended');
  expect(unknown).toMatchObject({ code: 1 });
  expect(unknown.stderr).toContain('a-b: No open connection has this id');
  expect(declined).toMatchObject({ code: 1 });
});

test.each([
  [['events', 'list', 'everything'], 'Write one of subscriptions'],
  [['events', 'list', '--ended'], 'about connections'],
  [['events', 'subscribe', 'post.create'], '--user ID'],
  [['events', 'rules', 'add'], 'nothing to add'],
  [['events', 'rules', 'change', 'x'], 'list, add, delete'],
  [['events', 'disconnect'], '--all'],
  [['events', 'disconnect', 'x', '--all'], '--all'],
  [['events', 'replay', '1'], '--from'],
  [['events', 'replay', '1', '--from', 'yesterday'], 'how long ago'],
  [['events', 'replay', '1', '--from', '5m', '--to', '10m'], 'before its beginning'],
  [['events', 'listen', '--limit', '0'], 'whole number'],
  [['events', 'listen', '--webhook', '70000'], 'HOST:PORT'],
  [['events', 'listen', '--webhook', '0', '--since', '5m'], 'events replay'],
  [['events', 'listen', '--register', 'https://example.com'], '--webhook'],
  [['events', 'listen', '--since', '2026-02-30T00:00:00Z'], 'how long ago'],
])('%j is a mistake that is told, and nothing is sent', async (argv, expected) => {
  const bench = await createBench(undefined, { leavesStreams: true });
  const { code, stdout, stderr } = await bench.adsync(argv);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(expected);
  expect(await bench.requests()).toEqual([]);
});

test('a webhook proves itself, gets its events, and refuses what is sent to it again', async () => {
  const bench = await createBench(undefined, { leavesStreams: true });
  const failures: unknown[] = [];
  let isStarted = false;
  let press: (() => void) | undefined;
  const prove = async (id: string): Promise<void> => {
    const argv = ['events', 'subscribe', 'post.create', '--user', user, '--webhook', id];
    expect(await bench.adsync(argv)).toMatchObject({ code: 0 });
    await happen(bench, 'delivered');
    await bench.adsync([
      'events',
      'replay',
      id,
      '--from',
      '2026-11-20T09:00:00Z',
      '--to',
      '2026-11-20T12:00:00Z',
    ]);
  };
  const free = await freePort();
  const { code, stdout, stderr } = await bench.adsync(
    ['events', 'listen', '--webhook', String(free), '--register', `http://127.0.0.1:${free}/events`],
    {
      onOutput: (text, interrupt) => {
        press = interrupt;
        const [, id = ''] = /Registered as the webhook (\d+)/.exec(text) ?? [];
        if (id !== '' && !isStarted) {
          isStarted = true;
          prove(id).catch((error: unknown) => {
            failures.push(error);
            press?.();
          });
        }
        if (text.includes('came before was refused')) interrupt();
      },
    },
  );

  expect({ failures, code, texts: texts(stdout) }).toEqual({ failures: [], code: 0, texts: ['delivered'] });
  expect(stderr).toContain('The address was proven.');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
