import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Credentials, Secret } from '../../../src/platform/secret.ts';
import { authorizationHeader } from '../../../src/platform/sign.ts';
import { baseString, hmacSha1Signature } from './independent-signer.ts';

function credentials(key: string, secret: string, token: string, tokenSecret: string): Credentials {
  return {
    consumerKey: key,
    consumerSecret: new Secret(secret),
    accessToken: new Secret(token),
    accessTokenSecret: new Secret(tokenSecret),
  };
}

/** The decoded members of a header. */
function membersOf(header: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(header.matchAll(/([a-z_]+)="([^"]*)"/g), ([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  );
}

const documented = credentials(
  'xvz1evFS4wEEPTGEFPHBog',
  'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
);
const photos = credentials('dpf43f3p2l4k3l03', 'kd94hf93k423kf44', 'nnch734d00sl2jdk', 'pfkkdhi9sl3r4s00');

describe('the independent signer', () => {
  test('gives the base string of RFC 5849 section 3.4.1.1', () => {
    const base = baseString({
      method: 'POST',
      baseUri: 'http://example.com/request',
      parameters: [
        ['b5', '=%3D'],
        ['a3', 'a'],
        ['c@', ''],
        ['a2', 'r b'],
        ['oauth_consumer_key', '9djdj82h48djs9d2'],
        ['oauth_token', 'kkk9d7dh3k39sjv7'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131201'],
        ['oauth_nonce', '7d8f3e4a'],
        ['c2', ''],
        ['a3', '2 q'],
      ],
    });

    expect(base).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  test('gives the signature of RFC 5849 section 1.2', () => {
    const parameters = [
      ['file', 'vacation.jpg'],
      ['size', 'original'],
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_token', 'nnch734d00sl2jdk'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131202'],
      ['oauth_nonce', 'chapoH'],
    ] as const;

    const signature = hmacSha1Signature(
      { method: 'GET', baseUri: 'http://photos.example.net/photos', parameters },
      'kd94hf93k423kf44',
      'pfkkdhi9sl3r4s00',
    );

    expect(signature).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });
});

describe('authorizationHeader', () => {
  test.each([
    ['https://api.x.com/1.1/statuses/update.json', 'Ls93hJiZbQ3akF3HF3x1Bz8/zU4='],
    ['https://api.twitter.com/1.1/statuses/update.json', 'hCtSmYh+iHYCEqBWrE7C7hYmtUk='],
    ['https://api.twitter.com/1/statuses/update.json', 'tnnArxj06cWHq44gCs1OSKk/jLY='],
  ])('gives the documented signature for %s', (address, signature) => {
    const url = new URL(`${address}?include_entities=true`);
    const form = new URLSearchParams({ status: 'Hello Ladies + Gentlemen, a signed OAuth request!' });
    const moment = { nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg', timestamp: 1318622958 };

    const header = authorizationHeader({ method: 'POST', url, form }, documented, moment);

    expect(membersOf(header).get('oauth_signature')).toBe(signature);
  });

  test('gives the header of OAuth Core 1.0, appendix A.5', () => {
    const url = new URL('http://photos.example.net/photos?file=vacation.jpg&size=original');
    const moment = { nonce: 'kllo9940pd9333jh', timestamp: 1191242096 };

    const header = authorizationHeader({ method: 'GET', url }, photos, moment);

    expect(header).toBe(
      'OAuth oauth_consumer_key="dpf43f3p2l4k3l03", oauth_nonce="kllo9940pd9333jh", oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1191242096", oauth_token="nnch734d00sl2jdk", oauth_version="1.0"',
    );
  });

  test.each(['oauth_nonce', 'oauth_signature', 'oauth_token', '__proto__'])(
    'refuses the parameter %s',
    (name) => {
      const url = new URL(`https://ads-api.x.com/12/accounts?${name}=1`);

      const sign = () => authorizationHeader({ method: 'GET', url }, photos, { nonce: 'n', timestamp: 1 });

      expect(sign).toThrow(`no parameter can be called ${name}`);
    },
  );

  test('keeps other parameters of the protocol out of the header', () => {
    const url = new URL('https://api.x.com/oauth/access_token?oauth_verifier=7');

    const header = authorizationHeader({ method: 'POST', url }, photos, { nonce: 'n', timestamp: 1 });

    expect(membersOf(header).has('oauth_verifier')).toBe(false);
  });

  test('agrees with the independent signer on any request', () => {
    const hard = fc.constantFrom(
      '+',
      '%',
      '%2B',
      '&',
      '=',
      '?',
      '#',
      ' ',
      "!'()*~",
      'constructor',
      'é',
      '😀',
      '[x]',
      '',
    );
    const text = fc.oneof(hard, fc.string({ unit: 'grapheme', maxLength: 8 }), fc.string({ maxLength: 8 }));
    const name = text.filter((name) => name !== '__proto__' && !name.startsWith('oauth_'));
    const pairs = fc.array(fc.tuple(name, text), { maxLength: 6 });
    const origin = fc.constantFrom(
      ['https://ads-api.x.com', 'https://ads-api.x.com'],
      ['HTTPS://ADS-API.x.com:443', 'https://ads-api.x.com'],
      ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
      ['http://localhost:80', 'http://localhost'],
    );
    const path = fc
      .array(text, { maxLength: 3 })
      .map((parts) => `/12/${parts.map(encodeURIComponent).join('/')}x`);
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
      origin,
      path,
      query: pairs,
      form: fc.option(pairs, { nil: undefined }),
      secrets: fc.tuple(text, text),
      nonce: fc.stringMatching(/^[0-9a-f]{8}$/),
      timestamp: fc.nat(),
    });

    fc.assert(
      fc.property(
        request,
        ({ method, origin: [given, base], path, query, form, secrets, nonce, timestamp }) => {
          const url = new URL(`${given}${path}`);
          url.search = new URLSearchParams([...query]).toString();
          const body = form === undefined ? {} : { form: new URLSearchParams([...form]) };
          const user = credentials('key', secrets[0], 'token', secrets[1]);

          const members = membersOf(
            authorizationHeader({ method, url, ...body }, user, { nonce, timestamp }),
          );

          const signed = [...members].filter(([member]) => member !== 'oauth_signature');
          const parameters = [...query, ...(form ?? []), ...signed];
          const input = { method, baseUri: `${base}${url.pathname}`, parameters };
          expect(members.get('oauth_signature')).toBe(hmacSha1Signature(input, ...secrets));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
