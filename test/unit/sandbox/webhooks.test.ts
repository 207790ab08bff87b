import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, bearerOf, callData, type DataAnswer, parsed, textAt } from './data-client.ts';
import { aText, textLike, textWith } from './matchers.ts';
import { eventually } from './open-stream.ts';
import { useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T12:00:00Z' });
const admin = '756201191646691328';
let authorization = '';

/** How the receiver answers a challenge. */
let answering: 'right' | 'wrong' | 'redirect' | 'error' | 'never' = 'right';
let received: { readonly signature: string; readonly body: string }[] = [];
let challenges = 0;
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const crc = new URL(request.url ?? '', 'http://x').searchParams.get('crc_token');
    if (crc === null) {
      void receive(request, response);
      return;
    }
    challenges += 1;
    if (answering === 'never') return;
    if (answering === 'redirect') response.writeHead(302, { location: '/elsewhere' });
    if (answering === 'error') response.writeHead(500);
    response.end(JSON.stringify({ response_token: `sha256=${hmac(answering === 'right' ? crc : 'x')}` }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook?own=1`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  answering = 'right';
  received = [];
  challenges = 0;
  authorization = await bearerOf(client);
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  received.push({ signature: String(request.headers['x-twitter-webhooks-signature']), body });
  response.end();
}

function hmac(content: string): string {
  return createHmac('sha256', client.secrets.consumer_secret).update(content).digest('base64');
}

function create(address = url): Promise<DataAnswer> {
  return callData(client, 'POST', '/2/webhooks', { authorization, json: { url: address } });
}

async function hook(): Promise<string> {
  return textAt((await create()).json, 'data.id');
}

function call(method: string, path: string, json?: object): Promise<DataAnswer> {
  return callData(client, method, path, { authorization, ...(json === undefined ? {} : { json }) });
}

async function subscribed(webhook_id: string): Promise<void> {
  await call('POST', '/2/activity/subscriptions', {
    event_type: 'spaces.start',
    filter: { user_id: admin },
    webhook_id,
  });
}

const happen = (): Promise<{ json: unknown }> =>
  client.control('POST', '/events', { type: 'spaces.start', user_id: admin });

describe('webhooks', () => {
  test('one proves itself, is listed, checked again and deleted', async () => {
    const { status, json } = await create();
    const id = textAt(json, 'data.id');
    const listed = await call('GET', '/2/webhooks');
    const checked = await call('PUT', `/2/webhooks/${id}`);
    const deleted = await call('DELETE', `/2/webhooks/${id}`);
    const again = await call('DELETE', `/2/webhooks/${id}`);

    const record = { id: textLike(/^\d+$/), url, valid: true, created_at: aText };
    expect([status, json]).toEqual([200, { data: record }]);
    expect(listed.json).toEqual({ data: [record], meta: { result_count: 1 } });
    expect([checked.json, deleted.json]).toEqual([{ data: { valid: true } }, { data: { deleted: true } }]);
    expect([again.status, challenges]).toEqual([404, 2]);
  });

  test.each(['wrong', 'redirect', 'error', 'never'] as const)(
    'an address that answers "%s" is refused',
    async (how) => {
      await client.control('PUT', '/limits', { streams: { webhook_timeout_seconds: 0.1 } });
      answering = how;

      const { status, json } = await create();
      const listed = await call('GET', '/2/webhooks');

      expect([status, JSON.stringify(json).includes('CrcValidationFailed')]).toEqual([400, true]);
      expect(listed.json['data']).toEqual([]);
    },
  );

  test.each([
    ['ftp://example.com', 'UrlValidationFailed'],
    ['nothing', 'UrlValidationFailed'],
    ['', 'MISSING_PARAMETER'],
    [`https://example.com/${'x'.repeat(200)}`, 'INVALID_PARAMETER'],
  ])('the address %s is refused with %s', async (address, word) => {
    const { status, json } = await create(address);

    expect([status, JSON.stringify(json).includes(word) || address === '']).toEqual([400, true]);
  });

  test('the same address twice, and more than there may be, are refused', async () => {
    await create();
    const twice = await create();
    await client.control('PUT', '/limits', { data: { webhooks: 1 } });
    const more = await create(`${url}&b=2`);

    expect([twice.status, more.status]).toEqual([400, 400]);
    expect([JSON.stringify(twice.json), more.json['title']]).toEqual([
      textWith('DuplicateUrlFailed'),
      'WebhookLimitExceeded',
    ]);
  });

  test('one that fails a later check is no longer valid; one that is away for a moment still is', async () => {
    const id = await hook();
    answering = 'error';
    const away = await call('PUT', `/2/webhooks/${id}`);
    const still = await call('GET', '/2/webhooks');
    answering = 'wrong';
    const failed = await call('PUT', `/2/webhooks/${id}`);
    const after = await call('GET', '/2/webhooks');

    expect([away.json, failed.json]).toEqual([{ data: { valid: false } }, { data: { valid: false } }]);
    expect([still, after].map(({ json }) => at(json, 'data.0.valid'))).toEqual([true, false]);
  });
});

describe('delivery', () => {
  test('R108 an event is sent to the webhook of its subscription, signed over its bytes', async () => {
    const id = await hook();
    await subscribed(id);

    const { json } = await happen();
    await eventually(() => received.length === 1);

    expect(json).toMatchObject({ subscriptions: 1, streams: 0, webhooks: [id] });
    const [delivery] = received;
    expect(delivery?.signature).toBe(`sha256=${hmac(delivery?.body ?? '')}`);
    expect(parsed(delivery?.body ?? '')).toMatchObject({
      data: { event_type: 'spaces.start', filter: { user_id: admin } },
    });
  });

  test('a webhook proves itself again after a day, and gets nothing if it does not', async () => {
    await subscribed(await hook());
    await client.control('PUT', '/clock', { advance_seconds: 25 * 3600 });

    await happen();
    await eventually(() => received.length === 1);
    await client.control('PUT', '/clock', { advance_seconds: 25 * 3600 });
    answering = 'wrong';
    await happen();
    await eventually(() => challenges === 3);

    expect(received).toHaveLength(1);
  });

  test('a subscription wants a webhook of its own application', async () => {
    const answer = await call('POST', '/2/activity/subscriptions', {
      event_type: 'spaces.start',
      filter: { user_id: admin },
      webhook_id: '12',
    });

    expect([answer.status, JSON.stringify(answer.json).includes('WebhookIdInvalid')]).toEqual([400, true]);
  });
});

describe('replay', () => {
  test('R127 what was sent within the minutes named is sent again', async () => {
    const id = await hook();
    await subscribed(id);
    await happen();
    await client.control('PUT', '/clock', { advance_seconds: 600 });
    await happen();
    await eventually(() => received.length === 2);

    const answer = await call('POST', '/2/webhooks/replay', {
      webhook_id: id,
      from_date: '202612011200',
      to_date: '202612011205',
    });
    await eventually(() => received.length === 3);

    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ job_id: aText, created_at: aText });
    expect(received[2]?.body).toBe(received[0]?.body);
  });

  test.each([
    [{}],
    [{ webhook_id: '12', from_date: '202612011200', to_date: '202612011205' }],
    [{ from_date: '202612011200', to_date: '202612011159' }],
    [{ from_date: '202613011200', to_date: '202612011205' }],
    [{ from_date: '2026-12-01T1', to_date: '202612011205' }],
  ])('R127 %o is refused', async (body) => {
    const id = await hook();

    const answer = await call('POST', '/2/webhooks/replay', { webhook_id: id, ...body });

    expect(answer.status).toBe(400);
  });

  test('R127 the removed path is not served', async () => {
    const answer = await call('POST', '/2/account_activity/replay/webhooks/1/subscriptions/all', {});

    expect(answer.status).toBe(404);
  });
});
