import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { membersChunks } from '../../../src/audiences/chunks.ts';
import { type KeptMember, membersDifference } from '../../../src/audiences/difference.ts';
import { memberText, memberUser } from '../../../src/audiences/member.ts';
import { membershipPeriod, membersValue } from '../../../src/audiences/members-value.ts';
import { createPartnerSeal } from '../../../src/audiences/partner-seal.ts';

const seal = createPartnerSeal(Buffer.alloc(32, 7));
const period = { effective_at: '2026-11-20T00:00:00Z', expires_at: '2027-12-20T00:00:00Z' };

async function* each(members: readonly KeptMember[]): AsyncGenerator<KeptMember> {
  for (const member of members) yield await Promise.resolve(member);
}

const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const attributes = fc.dictionary(
  fc.constantFrom('email', 'handle', 'partner_user_id'),
  fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
  { minKeys: 1 },
);

test('a member is told by its attributes, comes back from its text, and is kept without ids of partners in plain', () => {
  fc.assert(
    fc.property(attributes, (user) => {
      const wellFormed = Object.fromEntries(
        Object.entries(user).map(([name, values]) => [
          name,
          values.map((text) => text.toWellFormed()).toSorted(),
        ]),
      );
      const entries = Object.entries(wellFormed).map(([name, values]) => [name, new Set(values)] as const);
      const text = memberText(new Map(entries));
      const kept = seal.close(text);

      expect(memberText(new Map(entries.toReversed()))).toBe(text);
      expect(memberUser(text)).toEqual(
        Object.fromEntries(entries.map(([name, set]) => [name, [...set].toSorted()])),
      );
      expect(seal.open(kept)).toBe(text);
      expect(seal.close(text)).toBe(kept);
      expect(kept === text).toBe(wellFormed['partner_user_id'] === undefined);
    }),
  );
});

test('another state enciphers ids of partners otherwise', () => {
  const other = createPartnerSeal(Buffer.alloc(32, 8));

  expect(other.close('partner_user_id=p1')).not.toBe(seal.close('partner_user_id=p1'));
  expect(seal.close('email=a&partner_user_id=p1')).toMatch(/^email=a&partner_user_id=[\w-]{20,}$/);
});

const names = fc.uniqueArray(fc.constantFrom(...Array.from({ length: 12 }, (_, index) => `email=${index}`)));

async function leavesExactly(
  wanted: readonly string[],
  before: readonly string[],
  expired: readonly string[],
): Promise<void> {
  const old = { kind: '2027-01-01T00:00:00Z' };
  const kept = before.map((digest) => ({
    digest,
    kind: expired.includes(digest) ? old.kind : period.expires_at,
  }));
  const comparison = { wanted: new Set(wanted), expiresAt: period.expires_at, kept: each(kept), seal };
  const difference = await membersDifference(comparison);
  const state = new Set(kept.map(({ kind, digest }) => `${kind} ${digest}`));
  for (const { add, remove, body } of membersChunks(difference, period, seal)) {
    expect(body.length).toBeLessThanOrEqual(2500);
    for (const { kind, digest } of remove) expect(state.delete(`${kind} ${digest}`)).toBe(true);
    for (const { kind, digest } of add) state.add(`${kind} ${digest}`);
  }

  expect([...state].toSorted()).toEqual(wanted.map((digest) => `${period.expires_at} ${digest}`).toSorted());
  expect(difference.stay + difference.add.length).toBe(wanted.length);
  expect(difference.renewed).toBe(
    before.filter((each) => wanted.includes(each) && expired.includes(each)).length,
  );
}

test('what is sent leaves exactly what is wanted, in calls within the bounds', async () => {
  await fc.assert(fc.asyncProperty(names, names, names, leavesExactly));
});

test('who leaves is sent first, and a call holds at most 2,500 operations and 5,000,000 bytes', () => {
  const many = Array.from({ length: 6000 }, (_, index) => ({
    kind: period.expires_at,
    digest: `email=${index}`,
  }));
  const difference = {
    add: many.slice(0, 2000),
    remove: many.slice(2000),
    replaced: new Map(),
    renewed: 0,
    stay: 0,
  };
  const calls = [...membersChunks(difference, period, seal)];
  const types = calls.flatMap(({ body }) => body.map(({ operation_type: type }) => type));

  expect(calls.map(({ body }) => body.length)).toEqual([2500, 2500, 1000]);
  expect(types.indexOf('Update')).toBe(4000);
  expect(types.lastIndexOf('Delete')).toBe(3999);

  const long = Array.from({ length: 2500 }, (_, index) => ({
    kind: period.expires_at,
    digest: `email=${Array.from({ length: 60 }, (_each, value) => `${index}${'x'.repeat(60)}${value}`).join(',')}`,
  }));
  const large = [...membersChunks({ ...difference, add: long, remove: [] }, period, seal)];
  const sizes = large.map(({ body }) => Buffer.byteLength(JSON.stringify(body)));

  expect(large.length).toBe(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000_000);
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(4_900_000);
});

test.each([
  [undefined, '2026-11-20T10:11:12Z', period],
  [
    undefined,
    '2027-01-31T00:00:00Z',
    { effective_at: '2027-01-31T00:00:00Z', expires_at: '2028-02-29T00:00:00Z' },
  ],
  [period, '2027-10-20T00:00:00Z', period],
  [
    period,
    '2027-10-22T00:00:00Z',
    { effective_at: '2027-10-22T00:00:00Z', expires_at: '2028-11-22T00:00:00Z' },
  ],
])('after %j, members are sent on %s for %j', (applied, now, expected) => {
  const earlier =
    applied === undefined ? undefined : membersValue({ digest: 'sha256:0', count: 1, ...applied });

  expect(membershipPeriod(earlier, Date.parse(now))).toEqual(expected);
});

test('what is no value of members is none', () => {
  expect(membersValue('buyers.csv')).toBeUndefined();
  expect(membersValue(undefined)).toBeUndefined();
});
