import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import type { List } from '../../../src/client/client-types.ts';
import type { EndpointFacts } from '../../../src/client/endpoint-facts.ts';
import { endpointFacts } from '../../../src/client/endpoint-table.ts';
import { type Client, createClient } from '../../../src/runs/index.ts';
import { SandboxClient } from '../../unit/sandbox/sandbox-client.ts';
import { answeredFields } from '../../unit/sandbox/walk/answered-fields.ts';
import { validDraft } from '../../unit/sandbox/walk/draft.ts';
import { fieldIn, hasType } from '../../unit/sandbox/walk/field-types.ts';
import { type EndpointRow, endpointRows } from '../../unit/sandbox/walk/inventory.ts';
import { at, members } from '../../unit/sandbox/walk/json-place.ts';
import { approve } from '../../unit/sandbox/walk/oauth-client.ts';
import { openLimits, subscriber, world } from '../../unit/sandbox/walk/world.ts';
import { inputOf, methodNamed } from './call-as-drafted.ts';

const stream = 'E030';
const sandboxClient = new SandboxClient();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: '2026-12-01T00:00:00Z' });
  sandboxClient.baseUrl = sandbox.baseUrl;
  sandboxClient.secrets = sandbox.ready;
});

afterAll(async () => {
  await sandboxClient.checkLog();
  await sandbox.stop();
});

/** A client of the sandbox as its first user, or as another one. */
function clientOf(
  secrets: { readonly access_token: string; readonly access_token_secret: string } = sandbox.ready,
): Client {
  const { ready } = sandbox;
  return createClient({
    credentials: {
      consumerKey: ready.consumer_key,
      consumerSecret: ready.consumer_secret,
      accessToken: secrets.access_token,
      accessTokenSecret: secrets.access_token_secret,
    },
    environment: {},
    adsBaseUrl: ready.ads_base_url,
    adsSandboxBaseUrl: ready.ads_sandbox_base_url,
    baseUrl: ready.base_url,
  });
}

async function fill(): Promise<void> {
  await sandboxClient.control('POST', '/reset');
  await sandboxClient.control('PUT', '/limits', openLimits);
  await sandboxClient.control('POST', '/seed', world);
  await sandboxClient.control('POST', '/mutate', subscriber);
}

/** What the steps of sign-in are called with: tokens that the steps before gave. */
async function signInInput(client: Client, { id }: EndpointRow): Promise<object> {
  if (id === 'E007') return { grant_type: 'client_credentials' };
  if (id === 'E008')
    return {
      access_token: (await client.auth.oauth2.token.create({ grant_type: 'client_credentials' }))
        .access_token,
    };
  if (id === 'E001') return { oauth_callback: 'oob', svc_auth_access_type: 'read' };
  const { oauth_token: token } = await client.auth.oauth.requestToken.create({
    oauth_callback: 'http://127.0.0.1:5555/done',
  });
  if (id === 'E002' || id === 'E003') return { oauth_token: token };
  return { oauth_token: token, oauth_verifier: await approve(sandboxClient, token) };
}

async function callThroughClient(client: Client, row: EndpointRow, facts: EndpointFacts): Promise<unknown> {
  const isSignIn = row.area === 'auth' && !row.path.startsWith('/1.1/');
  const input = isSignIn ? await signInInput(client, row) : inputOf(facts, validDraft(row));
  const answered = await methodNamed(client, facts.name)(input);
  return facts.gives === 'list' ? await firstPage(answered) : answered;
}

function isList(value: unknown): value is List<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'page' in value;
}

async function firstPage(list: unknown): Promise<unknown> {
  return isList(list) ? await list.page() : undefined;
}

/** Documented fields that a record of the answer lacks, or has of another type. */
function missingFields({ id }: EndpointRow, answer: unknown): readonly string[] {
  const data = at(answer, 'data');
  const records = Array.isArray(data) ? members(data) : [data];
  return answeredFields(id).flatMap(({ field, type }) =>
    records.length > 0 && records.every((record) => hasType(fieldIn(record, field), type))
      ? []
      : [`${field}: ${type}`],
  );
}

test('the client has a method for every endpoint of the inventory, and no other', () => {
  expect(endpointFacts.map(({ method, path }) => `${method} ${path}`)).toEqual(
    endpointRows.map(({ method, path }) => `${method} ${path}`),
  );
  expect(new Set(endpointFacts.map(({ name }) => name)).size).toBe(129);
});

test('every endpoint of the inventory is called through its method and answers as documented', {
  timeout: 120_000,
}, async () => {
  const outcomes: Record<string, unknown>[] = [];
  let isDirty = true;
  await using admin = clientOf();
  await using manager = clientOf({ ...sandbox.ready, ...sandboxClient.as('manager').secrets });

  for (const [index, row] of endpointRows.entries()) {
    const facts = endpointFacts[index];
    if (row.id === stream || facts === undefined) continue;
    const { id, method, path, area } = row;
    if (isDirty) await fill();
    isDirty = method !== 'GET' || area === 'auth';
    try {
      const answer = await callThroughClient(
        validDraft(row).recipe.as === 'manager' ? manager : admin,
        row,
        facts,
      );
      const missing = missingFields(row, answer);
      if (answer === undefined || missing.length > 0) outcomes.push({ id, method, path, missing, answer });
    } catch (error) {
      outcomes.push({ id, method, path, error: String(error), detail: at(error, 'detail') });
    }
  }

  expect(outcomes).toEqual([]);
});

test('the stream gives the events that a program subscribed to', async () => {
  await fill();
  await using client = clientOf();
  const user = '756201191646691328';
  await client.data.activity.subscriptions.create({
    event_type: 'post.create',
    filter: { user_id: user },
    tag: 'mine',
  });
  await client.data.tweets.create({ text: 'Something new' });
  const tags: unknown[] = [];

  for await (const { data } of client.data.activity.stream.listen({ backfill_minutes: 5 })) {
    tags.push([data?.event_type, data?.tag, data?.filter]);
    break;
  }

  expect(tags).toEqual([['post.create', 'mine', { user_id: user }]]);
});
