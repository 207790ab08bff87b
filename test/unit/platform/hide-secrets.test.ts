import { describe, expect, test } from 'vitest';
import { credentialsMask, hideInAnswer, requestMask } from '../../../src/platform/hide-secrets.ts';
import { Secret } from '../../../src/platform/secret.ts';
import type { WireOutcome } from '../../../src/platform/transport.ts';

const credentials = {
  consumerKey: 'Key4Consumers',
  consumerSecret: new Secret('SecretOfConsumers'),
  accessToken: new Secret('756201191646691328-TokenOfAUser'),
  accessTokenSecret: new Secret('SecretOfToken'),
};
const mask = credentialsMask(credentials);

function answered(value: unknown): Extract<WireOutcome, { readonly kind: 'answer' }> {
  return { kind: 'answer', status: 200, headers: {}, body: { value } };
}

function bodyAfter(value: unknown): unknown {
  const hidden = hideInAnswer(answered(value), mask);
  return hidden.kind === 'answer' ? hidden.body : undefined;
}

/** The value in as many lists. */
function nested(inner: unknown): unknown {
  let value = inner;
  for (let depth = 0; depth < 200_000; depth += 1) value = [value];
  return value;
}

function lost(cause: unknown): WireOutcome {
  return { kind: 'no-answer', sent: true, cause };
}

describe('the mask of credentials', () => {
  test.each(['Key4Consumers', 'SecretOfConsumers', 'TokenOfAUser', 'SecretOfToken'])('hides %s', (secret) => {
    expect(mask.hide(`is ${secret}`)).toBe('is [redacted]');
  });

  test("leaves the user's id, with which a token begins", () => {
    expect(mask.hide('756201191646691328')).toBe('756201191646691328');
    expect(mask.hide('756201191646691328-TokenOfAUser')).toBe('756201191646691328-[redacted]');
  });

  test('leaves what is too short for a credential of the platform', () => {
    expect(credentialsMask({ ...credentials, consumerKey: 'key' }).hide('key')).toBe('key');
  });
});

describe('the mask of a request', () => {
  test('hides its signature and its sensitive values', () => {
    const own = requestMask('OAuth oauth_nonce="x", oauth_signature="tnnArxj06cW%2Fgq44gCs1OSKk%2FjLY%3D"', [
      'DE1',
    ]);

    expect(own.hide('tnnArxj06cW/gq44gCs1OSKk/jLY= of DE1, tnnArxj06cW%2Fgq44')).toBe(
      '(sensitive) of (sensitive), (sensitive)',
    );
  });

  test('hides a header of another form as a whole', () => {
    expect(requestMask('Bearer AbCdEfGh').hide('it was Bearer AbCdEfGh')).toBe('it was (sensitive)');
  });
});

describe('an answer', () => {
  test('has no secret in any value, name, number or header', () => {
    const digits = credentialsMask({ ...credentials, consumerKey: '1234567890' });
    const hidden = hideInAnswer(
      {
        ...answered({ data: [{ 'of SecretOfToken': null, n: [1234567890, 5, true, 'Key4Consumers', 'é'] }] }),
        headers: { 'x-id': 'SecretOfToken', 'set-cookie': ['a', 'SecretOfToken'], age: undefined },
      },
      digits,
    );

    expect(hidden).toEqual({
      kind: 'answer',
      status: 200,
      headers: { 'x-id': '[redacted]', 'set-cookie': ['a', '[redacted]'], age: undefined },
      body: {
        value: { data: [{ 'of [redacted]': null, n: ['[redacted]', 5, true, 'Key4Consumers', 'é'] }] },
      },
    });
  });

  test('without a secret is passed on as it is', () => {
    const value = { data: [{ id: '8wku2', name: 'Sale', total: 7 }] };

    expect(bodyAfter(value)).toEqual({ value });
  });

  test('that is nested beyond any sense is no answer where it holds a secret, and passed on where not', () => {
    expect(bodyAfter(nested('SecretOfToken'))).toEqual({ problem: 'the answer is nested too deeply' });
    expect(bodyAfter(nested('x'))).toHaveProperty('value');
  });

  test('that is none tells its problem without a secret', () => {
    const broken: WireOutcome = { ...answered(null), body: { problem: 'no JSON (SecretOfToken)' } };

    expect(hideInAnswer(broken, mask)).toMatchObject({ body: { problem: 'no JSON ([redacted])' } });
  });

  test('that did not come has a cause without a secret', () => {
    const other = new Error('closed');

    expect(hideInAnswer(lost(new Error('not SecretOfToken')), mask)).toEqual(
      lost(new Error('not [redacted]')),
    );
    expect(hideInAnswer(lost('not SecretOfToken'), mask)).toEqual(lost(new Error('not [redacted]')));
    expect(hideInAnswer(lost(other), mask)).toEqual(lost(other));
  });
});
