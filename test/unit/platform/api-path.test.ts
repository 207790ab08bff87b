import { expect, test } from 'vitest';
import { parseApiMethod, parseApiPath } from '../../../src/platform/api-path.ts';

const addresses = {
  ads: new URL('https://ads.example/proxy/'),
  ads_sandbox: new URL('https://sandbox.example'),
  base: new URL('https://data.example:8443'),
};

test.each([
  ['/12/accounts', { host: 'ads', path: '/12/accounts', query: [] }],
  ['12/accounts/', { host: 'ads', path: '/12/accounts', query: [] }],
  [
    '/11/accounts?count=5&q=a%20b',
    {
      host: 'ads',
      path: '/11/accounts',
      query: [
        ['count', '5'],
        ['q', 'a b'],
      ],
    },
  ],
  ['/2/tweets?ids=1', { host: 'base', path: '/2/tweets', query: [['ids', '1']] }],
  ['/1.1/oauth/invalidate_token', { host: 'base', path: '/1.1/oauth/invalidate_token', query: [] }],
  ['/oauth2/token', { host: 'base', path: '/oauth2/token', query: [] }],
  [
    '/12/accounts/{account_id}/campaigns',
    { host: 'ads', path: '/12/accounts/:account_id/campaigns', query: [] },
  ],
  ['https://ads.example/proxy/12/accounts?a=', { host: 'ads', path: '/12/accounts', query: [['a', '']] }],
  ['https://data.example:8443/2/tweets', { host: 'base', path: '/2/tweets', query: [] }],
  ['https://sandbox.example/12/accounts', { host: 'ads_sandbox', path: '/12/accounts', query: [] }],
  ['/12/accounts/a%2Fb/campaigns', { host: 'ads', path: '/12/accounts/a%2Fb/campaigns', query: [] }],
])('%s is where a read goes', (text, expected) => {
  expect(parseApiPath('GET', text, addresses)).toEqual(expected);
});

test.each([
  ['POST', '/12/accounts', 'ads_sandbox'],
  ['DELETE', '/12/accounts/x', 'ads_sandbox'],
  ['PUT', '/12/accounts/x', 'ads'],
  ['POST', '/12/accounts/x/funding_instruments', 'ads_sandbox'],
  ['POST', '/12/accounts/x/campaigns', 'ads'],
] as const)('%s %s goes to %s', (method, path, host) => {
  expect(parseApiPath(method, path, addresses).host).toBe(host);
});

const elsewhere = 'is not where requests go';
const hostile: readonly (readonly [string, string])[] = [
  ['https://evil.example/12/accounts', elsewhere],
  ['http://ads.example/proxy/12/accounts', elsewhere],
  ['https://ads.example:444/proxy/12/accounts', elsewhere],
  ['https://ads.example/12/accounts', elsewhere],
  ['https://ads.example.evil.example/proxy/12/accounts', elsewhere],
  ['https://ads.example@evil.example/proxy/12/accounts', elsewhere],
  ['https://user:secret@ads.example/proxy/12/accounts', elsewhere],
  ['https:ads.example/proxy/12/accounts', elsewhere],
  ['https://ads.example/proxy/../12/accounts', 'is not in normal form'],
  ['//evil.example/12/accounts', elsewhere],
  ['file:///etc/passwd', elsewhere],
  ['javascript:alert(1)', elsewhere],
  ['@evil.example/12/accounts', 'does not begin with a version'],
  ['/\\evil.example/12/accounts', 'is no path'],
  ['/12/accounts#x', 'is no path'],
  ['/12/acc ounts', 'is no path'],
  ['/12/accounts/ü', 'is no path'],
  ['/12/accounts\u0000', 'is no path'],
  ['', 'is no path'],
  ['/', 'lacks a part'],
  ['///', 'is not where'],
  ['/12//campaigns', 'lacks a part'],
  ['/12/accounts/x/../y/campaigns', 'is not in normal form'],
  ['/12/accounts/%2e%2e/campaigns', 'is not in normal form'],
  ['/12/accounts/"x"', 'is not in normal form'],
  ['/accounts', 'does not begin with a version'],
  ['/_sandbox/reset', 'does not begin with a version'],
  ['/12', 'does not begin with a version'],
  ['/12/accounts/x/campaigns/:campaign_id', 'holds :campaign_id'],
  ['/12/accounts/x/campaigns/{campaign_id}', 'holds :campaign_id'],
];

test.each(hostile)('nothing is sent to %j: it %s', (text, message) => {
  expect(() => parseApiPath('GET', text, addresses)).toThrow(message);
});

test('a write without its last part is not sent to the list', () => {
  expect(() => parseApiPath('DELETE', '/12/accounts/x/campaigns/', addresses)).toThrow('lacks a part');
});

/** What is said of an address or path that is refused. */
function messageOf(text: string): string {
  try {
    return JSON.stringify(parseApiPath('GET', text, addresses));
  } catch (error) {
    return String(error);
  }
}

test('a message repeats neither password nor query', () => {
  expect(messageOf('https://user:hunter2secret@evil.example/12/x')).not.toContain('hunter2secret');
  expect(messageOf('/accounts?access_token=hunter2secret')).not.toContain('hunter2secret');
});

test('methods are taken in any case, and no others', () => {
  expect(['get', 'Post', 'PUT', 'delete'].map(parseApiMethod)).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
  expect(() => parseApiMethod('PATCH')).toThrow('PATCH is no method of the platform');
  expect(() => parseApiMethod('/12/accounts')).toThrow('is no method');
});
