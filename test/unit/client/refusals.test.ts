import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { AdsyncError, createClient, PlatformError } from '../../../src/runs/index.ts';
import { createClientBench, credentials, rejection } from './client-bench.ts';

const account_id = '18ce54d4x5t';
const remove = (campaign_id: string) => ({ operation_type: 'Delete' as const, params: { campaign_id } });
const name = { account_id, name: 'Sale' };

test('a refusal says what the platform said, and what it calls the request by', async () => {
  const { client } = await createClientBench(() => ({
    status: 400,
    headers: { 'x-transaction-id': 'a1b2c3d4' },
    json: { errors: [{ code: 'INVALID_PARAMETER', message: 'Expected a name', parameter: 'name' }] },
  }));

  const error = await rejection(client.ads.accounts.update(name));

  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({
    code: 'ADSYNC_PLATFORM_REFUSED',
    outcome: 'refused',
    status: 400,
    requestId: 'a1b2c3d4',
    method: 'PUT',
    path: '/12/accounts/18ce54d4x5t',
    errors: [{ code: 'INVALID_PARAMETER', message: 'Expected a name', parameter: 'name' }],
  });
});

test('a write without an answer is not sent again; a read is', async () => {
  const write = await createClientBench(() => ({ closed: true }));
  const read = await createClientBench((_request, before) =>
    before < 2 ? { status: 503, json: {} } : { json: { data: [] } },
  );

  const error = await rejection(write.client.ads.accounts.update(name));
  await read.client.ads.contentCategories.list().page();

  expect(error).toMatchObject({ outcome: 'unknown', status: undefined });
  expect([write.requests.length, read.requests.length]).toEqual([1, 3]);
});

test('a write that was refused for the rate of requests is sent again', async () => {
  const { client, requests } = await createClientBench((_request, before) =>
    before === 0 ? { status: 429, json: {} } : { json: { data: { success_count: 1, total_count: 1 } } },
  );

  await client.ads.customAudiences.users.create({
    account_id,
    custom_audience_id: '1nmth',
    body: [{ operation_type: 'Update', params: { users: [{ email: ['a'.repeat(64)] }] } }],
  });

  expect(requests).toHaveLength(2);
});

test('faults of a batch stand by their operation', async () => {
  const fault = { code: 'CAMPAIGN_NOT_FOUND', message: 'Gone', parameter: 'campaign_id' };
  const { client } = await createClientBench(() => ({
    status: 400,
    json: { operation_errors: [[], [fault]] },
  }));
  const error = await rejection(
    client.ads.batch.campaigns.create({ account_id, body: [remove('a'), remove('b')] }),
  );

  expect(error).toMatchObject({ outcome: 'refused', operationErrors: [[], [fault]] });
});

test('no secret and nothing of a person is in what is thrown, whatever the platform repeats', async () => {
  const { client } = await createClientBench(({ headers, url, body }) => ({
    status: 400,
    json: {
      errors: [
        {
          code: 'BAD',
          message: `${headers.authorization} ${url} ${body} ${Object.values(credentials).join(' ')}`,
        },
      ],
    },
  }));
  const secrets = { oauth_token: 'request-token-123', oauth_verifier: 'verifier-4567890' };
  const email = '7c4a8d09ca3762af61e59520943dc26494f8941b7c4a8d09ca3762af61e59520';
  const people = [{ email: [email], phone_number: ['5551234567'] }];
  const errors = [
    await rejection(client.auth.oauth.accessToken.create(secrets)),
    await rejection(client.auth.oauth2.invalidateToken.create({ access_token: 'AAAA-bearer-token' })),
    await rejection(
      client.ads.userSettings.update({ account_id, user_id: 7n, notification_email: 'person@example.com' }),
    ),
    await rejection(
      client.ads.customAudiences.users.create({
        account_id,
        custom_audience_id: '1nmth',
        body: [{ operation_type: 'Update', params: { users: people } }],
      }),
    ),
  ];

  const told = errors
    .map((error) => `${inspect(error, { depth: 10 })} ${JSON.stringify(error)} ${String(error)}`)
    .join('\n');

  expect(errors.every((error) => error instanceof PlatformError)).toBe(true);
  const hidden = [...Object.values(secrets), 'AAAA-bearer-token', 'person@example.com', email, '5551234567'];
  for (const secret of [...hidden, ...Object.values(credentials).map((each) => each.replace(/^\d+-/, ''))])
    expect(told).not.toContain(secret);
});

test('of thousands of people none is in what is thrown, and looking for them takes no time to speak of', async () => {
  const emails = Array.from({ length: 2500 }, (_none, index) => hash('sha256', `person ${index}`));
  const { client } = await createClientBench(() => ({
    status: 400,
    json: {
      errors: [
        {
          code: 'BAD',
          message: `got ${emails[2499]} and %${(emails[7] ?? '').charCodeAt(0).toString(16)}${emails[7]?.slice(1)}`,
        },
      ],
    },
  }));
  const body = [
    { operation_type: 'Update' as const, params: { users: emails.map((email) => ({ email: [email] })) } },
  ];
  const before = performance.now();

  const error = await rejection(
    client.ads.customAudiences.users.create({ account_id, custom_audience_id: '1nmth', body }),
  );

  expect(JSON.stringify(error)).toContain('(sensitive)');
  for (const email of emails) expect(JSON.stringify(error)).not.toContain(email.slice(0, 8));
  expect(performance.now() - before).toBeLessThan(5000);
});

test('what belongs to a profile is not signed for another platform, however that is said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-profiles-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = credentials;
  await mkdir(join(folder, 'profiles'));
  await writeFile(
    join(folder, 'profiles', 'default.yaml'),
    `consumer_key: ${consumerKey}\nconsumer_secret: ${consumerSecret}\naccess_token: ${accessToken}\naccess_token_secret: ${accessTokenSecret}\n`,
    { mode: 0o600 },
  );
  const environment = { ADSYNC_CONFIG_DIR: folder };
  const codeFor = (options: Parameters<typeof createClient>[0]): unknown => {
    try {
      return createClient({ environment, ...options });
    } catch (error) {
      return error instanceof AdsyncError ? error.code : error;
    }
  };

  expect(codeFor({ adsBaseUrl: 'https://ads.elsewhere.example' })).toBe('ADSYNC_PROFILE_MISMATCH');
  expect(codeFor({ baseUrl: 'https://elsewhere.example' })).toBe('ADSYNC_PROFILE_MISMATCH');
  expect(codeFor({ profile: 'nosuch' })).toBe('ADSYNC_PROFILE_UNKNOWN');
  expect(codeFor({ environment: {} })).toBe('ADSYNC_CREDENTIALS_MISSING');
  expect(codeFor({ credentials, adsBaseUrl: 'http://elsewhere.example' })).toBe('ADSYNC_ADDRESS_INSECURE');
  expect(codeFor({})).toHaveProperty('ads.campaigns.list');
});

test('a closed client sends nothing more', async () => {
  const { client, requests } = await createClientBench(() => ({ json: { data: [] } }));

  await client.close();

  expect(await rejection(client.ads.contentCategories.list().page())).toMatchObject({
    name: 'PlatformError',
  });
  expect(requests).toEqual([]);
});
