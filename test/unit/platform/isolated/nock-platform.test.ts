import { expect, test } from 'vitest';
import { mockedAddress, withNockPlatform } from '../../../support/nock-platform.ts';
import { createTestClient, failureOf } from '../test-client.ts';

const read = { host: 'ads', method: 'GET', path: '/12/accounts' } as const;

test('a mock that meets no request fails the test', async () => {
  const run = withNockPlatform(async (platform) => {
    platform.get('/12/accounts').reply(200, {});
    await Promise.resolve();
  });

  await expect(run).rejects.toThrow(`unused mock GET ${mockedAddress}:443/12/accounts`);
});

test.each([
  ['of the platform', mockedAddress],
  ['of anybody else', 'https://elsewhere.example.com'],
])('a request %s that meets no mock fails the test, whatever became of it', async (_name, address) => {
  const run = withNockPlatform(async (platform) => {
    const { client } = createTestClient(address);
    if (address === mockedAddress) platform.get('/12/other').reply(200, {});
    await failureOf(client.call(read));
    if (address === mockedAddress) await client.call({ ...read, path: '/12/other' });
  });

  await expect(run).rejects.toThrow(`no mock for GET ${address}/12/accounts`);
});
