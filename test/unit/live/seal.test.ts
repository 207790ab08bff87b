import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeal, sealDocument, sealFields } from '../../../src/live/seal.ts';
import { isDigest } from '../../../src/schemas/values.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('a seal', () => {
  test('gives equal digests for equal values only, and others with another key', () => {
    fc.assert(
      fc.property(keys, keys, fc.string(), fc.string(), (key, other, left, right) => {
        const seal = createSeal(key);

        expect(isDigest(seal(left))).toBe(true);
        expect(seal(left).digest === seal(right).digest).toBe(left === right);
        fc.pre(Buffer.compare(key, other) !== 0);
        expect(createSeal(other)(left)).not.toEqual(seal(left));
      }),
    );
  });

  test('hides the named fields of a record, keeps null, and drops them without a key', () => {
    const fields = { a: 'x', secret: 'y', unset: null };
    const seal = createSeal(new Uint8Array(32));

    expect(sealFields(fields, ['secret', 'unset'], seal)).toEqual({ a: 'x', secret: seal('y'), unset: null });
    expect(sealFields(fields, ['secret', 'unset'], undefined)).toEqual({ a: 'x', unset: null });
  });
});

test('a sealed document shows no sensitive value anywhere, and each is found again by its place', () => {
  const plain = documentFrom('18ce54d4x5t', []);
  const [account] = plain.resources;
  if (account === undefined) throw new Error('no account');
  const address = 'acme/tax_settings';
  const fields = { tax_category: 'INDIVIDUAL', tax_id: 'DE123', tax_exemption_id: null };
  const settings = { ...account, address, kind: 'tax_settings', parent: 'acme', id: undefined, fields };
  const seal = createSeal(new Uint8Array(32));

  const { document, reveal } = sealDocument({ ...plain, resources: [account, settings] }, seal);

  expect(JSON.stringify(document)).not.toContain('DE123');
  expect(document.resources.at(-1)?.fields).toEqual({ ...fields, tax_id: seal('DE123') });
  expect(reveal(address, 'tax_id')).toBe('DE123');
  expect(reveal(address, 'nothing')).toBeUndefined();
  expect(reveal('acme/other', 'tax_id')).toBeUndefined();
});
