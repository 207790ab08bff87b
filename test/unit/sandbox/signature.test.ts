import { describe, expect, test } from 'vitest';
import { parseAuthorization } from '../../../packages/sandbox/src/oauth/authorization-header.ts';
import {
  baseUri,
  hmacSha1,
  percentEncode,
  signatureBase,
} from '../../../packages/sandbox/src/oauth/signature.ts';

describe('signature', () => {
  // The inputs that the platform publishes (F-auth-24).
  const pairs = [
    ['status', 'Hello Ladies + Gentlemen, a signed OAuth request!'],
    ['include_entities', 'true'],
    ['oauth_consumer_key', 'xvz1evFS4wEEPTGEFPHBog'],
    ['oauth_nonce', 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '1318622958'],
    ['oauth_token', '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb'],
    ['oauth_version', '1.0'],
  ] as const;

  test.each([
    ['https://api.x.com/1.1/statuses/update.json', 'Ls93hJiZbQ3akF3HF3x1Bz8/zU4='],
    ['https://api.twitter.com/1.1/statuses/update.json', 'hCtSmYh+iHYCEqBWrE7C7hYmtUk='],
    ['https://api.twitter.com/1/statuses/update.json', 'tnnArxj06cWHq44gCs1OSKk/jLY='],
  ])('of the documented request to %s', (uri, signature) => {
    const base = signatureBase('post', uri, pairs);

    expect(
      hmacSha1(
        base,
        'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
        'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
      ),
    ).toBe(signature);
  });

  test('base string of RFC 5849, section 3.4.1.1, with repeated and empty parameters', () => {
    const base = signatureBase('POST', baseUri('http', 'EXAMPLE.COM:80', '/request'), [
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
    ]);

    expect(base).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D' +
        '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
        '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  test.each([
    ['http', 'h:80', 'http://h/p'],
    ['http', 'h:4010', 'http://h:4010/p'],
    ['https', 'h:443', 'https://h/p'],
    ['https', 'h:80', 'https://h:80/p'],
  ])('base address %s %s', (scheme, host, expected) => {
    expect(baseUri(scheme, host, '/p')).toBe(expected);
  });

  test('encoding keeps only letters, digits and -._~', () => {
    expect(percentEncode("~-._!'()*+ :,é")).toBe('~-._%21%27%28%29%2A%2B%20%3A%2C%C3%A9');
  });
});

describe('Authorization header', () => {
  test('members are decoded and the realm is left out', () => {
    const members = parseAuthorization('oauth realm="x y", a="1%2B2" ,b="",c="%3D"');

    expect([...(members ?? [])]).toEqual([
      ['a', '1+2'],
      ['b', ''],
      ['c', '='],
    ]);
  });

  test.each([
    undefined,
    '',
    'Bearer x',
    'OAuth',
    'OAuth a',
    'OAuth a=1',
    'OAuth a="%zz"',
    'OAuth a="1", a="2"',
  ])('malformed: %s', (header) => {
    expect(parseAuthorization(header)).toBeUndefined();
  });
});
