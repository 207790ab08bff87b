import type net from 'node:net';
import { describe, expect, test } from 'vitest';
import { causeText } from '../../../src/diagnostics/cause-text.ts';
import { answer, startTcpServer } from './tcp-server.ts';
import { createTestClient, failureOf } from './test-client.ts';

const write = { host: 'ads', method: 'POST', path: '/12/accounts/a/campaigns' } as const;
const read = { ...write, method: 'GET' } as const;
const good = answer('{"data":[],"next_cursor":null}');

/** Writes 80 MB of one answer. */
function flood(connection: net.Socket): void {
  connection.write(answer('', ['content-length: 80000000']));
  for (let part = 0; part < 80; part += 1) connection.write(Buffer.alloc(1_000_000, ' '));
}

describe('a write whose answer does not come whole', () => {
  test.each<[string, (connection: net.Socket) => void]>([
    ['the connection is closed', (connection) => connection.destroy()],
    ['the connection is reset', (connection) => connection.resetAndDestroy()],
    ['half a body, then the end', (connection) => connection.end(answer('{"da', ['content-length: 30']))],
    ['half a body without a length', (connection) => connection.end(answer('{"da', ['connection: close']))],
    [
      'half a chunked body',
      (connection) => connection.end(answer('4\r\n{"da\r\n', ['transfer-encoding: chunked'])),
    ],
    ['no body at all', (connection) => connection.end(answer(''))],
    ['half a header', (connection) => connection.end('HTTP/1.1 200 O')],
    ['no HTTP', (connection) => connection.end('hello\r\n\r\n')],
    ['HTML', (connection) => connection.end(answer('<html></html>'))],
    [
      'no UTF-8',
      (connection) => connection.end(Buffer.from(answer('"\xE9"', ['content-length: 3']), 'latin1')),
    ],
    ['an unclear refusal', (connection) => connection.end(answer('{}', [], '400 Bad Request'))],
    ['a redirect', (connection) => connection.end(answer('{}', [], '302 Found'))],
    ['a 408', (connection) => connection.end(answer('{"errors":[{"code":"C"}]}', [], '408 Timeout'))],
    [
      'a 503 without Retry-After',
      (connection) => connection.end(answer('{"errors":[{"code":"C"}]}', [], '503 Busy')),
    ],
    [
      'half a body of a connection to be closed',
      (connection) => connection.end(answer('{}', ['connection: close', 'content-length: 30'])),
    ],
    ['more than anybody can mean', (connection) => flood(connection)],
  ])('%s: unknown, and sent once', async (_name, onRequest) => {
    await using server = await startTcpServer(onRequest);
    const { client, waits } = createTestClient(server.address);

    const error = await failureOf(client.call(write));
    await client.close();

    expect([error.outcome, error.code]).toEqual(['unknown', 'ADSYNC_PLATFORM_UNREACHABLE']);
    expect(error.message).toMatch(
      /^whether the platform carried out POST \/12\/accounts\/a\/campaigns is not known/,
    );
    expect([server.requests.length, client.requests, waits.length]).toEqual([1, 1, 0]);
  });

  test.each<[string, (connection: net.Socket) => void]>([
    ['no answer', () => undefined],
    ['a header and no body', (connection) => connection.write(answer('', ['content-length: 30']))],
    [
      'a body that stops, to be ended by closing',
      (connection) => connection.write(answer('{"d', ['connection: close'])),
    ],
  ])('%s: unknown after the time that a request may take', async (_name, onRequest) => {
    await using server = await startTcpServer(onRequest);
    const { client } = createTestClient(server.address, { timeoutMs: 100 });

    const error = await failureOf(client.call(write));
    await client.close();

    expect([error.outcome, error.detail.lines?.join()]).toEqual([
      'unknown',
      expect.stringContaining('within 100 ms'),
    ]);
  });

  test('an answer that drips is not waited for for ever', async () => {
    await using server = await startTcpServer((connection) => {
      connection.write(answer('', ['content-length: 1000']));
      const drip = setInterval(() => connection.write(' '), 20);
      connection.on('close', () => clearInterval(drip));
    });
    const { client } = createTestClient(server.address, { timeoutMs: 150 });

    const error = await failureOf(client.call(write));
    await client.close();

    expect(error.outcome).toBe('unknown');
  });
});

describe('a write that never went out', () => {
  test('is told apart where nobody listens, and tried again', async () => {
    const server = await startTcpServer(() => undefined);
    await server[Symbol.asyncDispose]();
    const { client, waits } = createTestClient(server.address);

    const error = await failureOf(client.call(write));
    await client.close();

    expect([error.outcome, error.code, error.status]).toEqual([
      'not-sent',
      'ADSYNC_PLATFORM_UNREACHABLE',
      undefined,
    ]);
    expect(error.message).toBe(`${server.address} cannot be reached: nothing answers there (ECONNREFUSED)`);
    expect(error.detail).toMatchObject({
      remedy: 'Is `adsync sandbox` running? It prints the address to use.',
      lines: [],
    });
    expect(waits.map(({ reason }) => reason)).toEqual(['unreachable', 'unreachable', 'unreachable']);
  });

  test('is told apart while it waits for a free connection', async () => {
    await using server = await startTcpServer(() => undefined);
    const { client } = createTestClient(server.address, { timeoutMs: 60_000 });
    const calls = Array.from({ length: 17 }, async () => await failureOf(client.call(write)));
    await expect.poll(() => server.requests.length).toBe(16);

    await server[Symbol.asyncDispose]();
    const errors = await Promise.all(calls);
    await client.close();

    // The causes tell what happened, should it ever be otherwise.
    const outcomes = errors.map(({ outcome }) => outcome).sort();
    const expected = ['not-sent', ...Array.from({ length: 16 }, () => 'unknown')];
    // The causes tell what happened, should it ever be otherwise.
    const causes = errors.map(({ cause }) => causeText(cause));
    expect({ outcomes, causes }).toEqual({ outcomes: expected, causes });
  });
});

describe('a read', () => {
  test('is repeated until its answer comes whole', async () => {
    const answers = [
      '',
      answer('{"da', ['content-length: 30']),
      answer('<html>'),
      answer('{}', [], '502 Bad'),
      good,
    ];
    await using server = await startTcpServer((connection, before) => connection.end(answers[before] ?? ''));
    const { client, waits } = createTestClient(server.address);

    const { body, status } = await client.call(read);
    await client.close();

    expect([status, body]).toEqual([200, { data: [], next_cursor: null }]);
    expect([server.requests.length, client.requests]).toEqual([5, 5]);
    expect(waits.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'unavailable'));
  });

  test('ends after five attempts', async () => {
    await using server = await startTcpServer((connection) => connection.destroy());
    const { client } = createTestClient(server.address);

    const error = await failureOf(client.call(read));
    await client.close();

    expect([error.outcome, error.message]).toEqual([
      'unknown',
      'GET /12/accounts/a/campaigns got no usable answer',
    ]);
    expect(server.requests.length).toBe(5);
  });
});

describe('connections', () => {
  test('are kept and used again', async () => {
    let connections = 0;
    await using server = await startTcpServer(
      (connection) => connection.write(good),
      () => {
        connections += 1;
      },
    );
    const { client } = createTestClient(server.address);

    for (let call = 0; call < 20; call += 1) await client.call(read);
    await client.close();

    expect(server.requests.length).toBe(20);
    // A connection is free again only a moment after its answer, so that two take turns.
    expect(connections).toBeLessThanOrEqual(2);
  });

  test('are sixteen at most', async () => {
    let open = 0;
    await using server = await startTcpServer(
      (connection) => setTimeout(() => connection.write(good), 5),
      () => {
        open += 1;
      },
    );
    const { client } = createTestClient(server.address);

    const write = { ...read, method: 'POST' } as const;
    await Promise.all(Array.from({ length: 50 }, async () => await client.call(write)));
    await client.close();

    expect([server.requests.length, open]).toEqual([50, 16]);
  });

  test('a write on a kept connection that the other side resets is not sent twice', async () => {
    await using server = await startTcpServer((connection, before) => {
      if (before === 0) connection.write(good);
      else connection.resetAndDestroy();
    });
    const { client } = createTestClient(server.address);
    await client.call(read);

    const error = await failureOf(client.call(write));
    await client.close();

    expect([error.outcome, server.requests]).toEqual([
      'unknown',
      ['GET /12/accounts/a/campaigns HTTP/1.1', 'POST /12/accounts/a/campaigns HTTP/1.1'],
    ]);
  });
});

test('a write whose time is over when its connection stands does not go out', async () => {
  await using server = await startTcpServer((connection) => connection.write(good));
  const { client } = createTestClient(server.address);
  let asked = 0;
  const mayBeSent = (): boolean => {
    asked += 1;
    return asked === 1;
  };

  const error = await failureOf(client.call({ ...read, method: 'POST', mayBeSent }));
  await client.close();

  expect(error.outcome).toBe('not-sent');
  expect(server.requests).toEqual([]);
});
