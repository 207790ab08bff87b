import { once } from 'node:events';
import { hostname } from 'node:os';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Value } from '../../../src/schemas/values.ts';
import type { OpenOptions } from '../../../src/state/open-store.ts';
import {
  type Holder,
  type Lease,
  leaseDurationMs,
  type Member,
  type StateStore,
} from '../../../src/state/store.ts';
import { gathered } from '../../support/gathered.ts';
import { firstLine, startChild } from './fixtures/child.ts';
import { entry, holder, intent, outcome, start, stop, stopped, uk, us } from './fixtures/values.ts';

/** A place where a state can be, empty at first. */
export interface Place {
  readonly url: string;
  readonly open: (options?: OpenOptions) => Promise<StateStore>;
  /** Closes what was opened, and removes the state. */
  readonly remove: () => Promise<void>;
}

const elsewhere = { machine: 'another-machine', bootId: 'another boot' };
const asText = (entries: readonly StateEntry[]) => entries.map((each) => JSON.stringify(each));

/**
 * What every state store promises; `prepare` makes a place of its own for each test. One that is shared by several
 * machines cannot tell an earlier start of this machine from another machine of its name.
 */
export function storeSuite(name: string, prepare: () => Promise<Place>, shared = false): void {
  let place: Place;
  let store: StateStore;
  /** The injected clock, in milliseconds since 1970. */
  let time: number;

  beforeEach(async () => {
    time = 1_795_000_000_000;
    place = await prepare();
    store = await place.open({ mode: 'write', now: () => time });
  });

  afterEach(() => place.remove());

  describe(`${name}: records`, () => {
    test('a new state is empty', async () => {
      expect(await store.read()).toEqual({
        entries: [],
        bindings: [],
        policies: [],
        stops: [],
        stopped: [],
        openIntents: [],
        journal: 0,
      });
    });

    test('what was recorded is there after the store is opened again', async () => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      const number = await lease.recordIntent(intent('a'));
      await lease.recordOutcome(
        number,
        us.accountId,
        outcome({ put: [entry('b'), entry('a')], detail: 'ok' }),
      );
      await lease.recordEntries(us.accountId, 'adopted', [entry('c', { origin: 'adopted' })], []);
      await lease.release();
      await store.close();

      const snapshot = await (await place.open()).read();

      expect(snapshot).toEqual({
        entries: [entry('a'), entry('b'), entry('c', { origin: 'adopted' })],
        bindings: [uk, us],
        policies: [],
        stops: [],
        stopped: [],
        openIntents: [],
        journal: 7,
        digestKey: snapshot.digestKey,
        sinceOutcomeMs: snapshot.sinceOutcomeMs,
      });
    });

    test('numbers rise by one with every record', async () => {
      const lease = await store.acquire(start(us), holder('one'));

      const numbers = [await lease.recordIntent(intent('a')), await lease.recordIntent(intent('b'))];
      await lease.recordEntries(us.accountId, 'forgotten', [], ['nowhere']);

      expect(numbers).toEqual([2, 3]);
      expect((await store.read()).journal).toBe(4);
    });

    test('removing comes before putting, and of two entries at one address the last stays', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await lease.recordEntries(us.accountId, 'adopted', [entry('old'), entry('same', { id: '1' })], []);

      const put = [entry('same', { id: '2' }), entry('new', { id: '3' }), entry('new', { id: '4' })];
      await lease.recordEntries(us.accountId, 'moved', put, [entry('old').address, entry('same').address]);

      expect((await store.read()).entries).toEqual([entry('new', { id: '4' }), entry('same', { id: '2' })]);
    });

    test('entries are read in the order of their addresses, byte by byte', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      const names = ['é', 'b', 'a-b', 'B', '_', 'ab', 'a', '🌷', '\uff5e', '1', '10', '2'];

      await lease.recordEntries(
        us.accountId,
        'adopted',
        names.map((name) => entry(name)),
        [],
      );

      expect((await store.read()).entries.map((each) => each.declared['name'])).toEqual(
        names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
      );
    });

    test('thousands of entries change in one call', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      const many = Array.from({ length: 2_500 }, (_, i) => entry(`c${String(i).padStart(4, '0')}`));

      await lease.recordEntries(us.accountId, 'adopted', many, []);
      const full = await store.read();
      const addresses = many.slice(1).map((each) => each.address);
      await lease.recordEntries(us.accountId, 'forgotten', [], addresses);

      expect(full.entries).toEqual(many);
      expect((await store.read()).entries).toEqual(many.slice(0, 1));
    });

    test.each<[string, Partial<StateEntry>]>([
      [
        'a field named __proto__',
        {
          declared: record(['__proto__', { constructor: 'x' }], ['toString', 1]),
        },
      ],
      ['a nested __proto__', { answered: { a: [record(['__proto__', null])] } }],
      [
        'ids of 64 bits as text',
        { id: '18446744073709551615', declared: { ids: ['9223372036854775807', '007', '12e45'] } },
      ],
      ['the largest safe number', { declared: { micro: 9_007_199_254_740_991, tiny: 5e-324, less: -1 } }],
      ['unicode', { declared: { name: '𝔖𝔞𝔩𝔢 🌷 \u0000 \u2028 é e\u0301 \ud800' }, file: 'café/\udfff.yaml' }],
      ['a field of a megabyte', { declared: { text: 'ü'.repeat(524_288) } }],
      ['quotes and SQL', { address: `acme-us/campaigns/'; drop table resources; --"`, id: `' or 1=1` }],
      ['no values at all', { id: '', declared: {}, answered: {}, file: '' }],
      ['depth', { declared: { deep: nested(200) } }],
    ])('%s comes back as it was', async (_, changes) => {
      const lease = await store.acquire(start(us), holder('one'));
      const hostile = entry('a', changes);

      const number = await lease.recordIntent(
        intent('a', { operations: [{ ...create, entry: hostile, params: hostile.declared }] }),
      );
      const open = (await store.read()).openIntents;
      await lease.recordOutcome(number, us.accountId, outcome({ put: [hostile] }));

      expect(asText((await store.read()).entries)).toEqual(asText([hostile]));
      expect(JSON.stringify(open[0]?.operations)).toBe(
        JSON.stringify([{ ...create, entry: hostile, params: hostile.declared }]),
      );
    });

    test.each<[string, Partial<StateEntry>]>([
      ['of another account', { accountId: uk.accountId }],
      ['with a value that is no number', { declared: { micro: Number.NaN } }],
      ['with half a surrogate in its address', { address: 'acme-us/campaigns/\ud800' }],
    ])('an entry %s is refused, and nothing is changed', async (_, changes) => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      const number = await lease.recordIntent(intent('a'));
      const before = await store.read();

      const put = [entry('good'), entry('bad', changes)];

      await expect(lease.recordEntries(us.accountId, 'adopted', put, [])).rejects.toMatchObject({
        code: 'ADSYNC_INTERNAL',
      });
      await expect(lease.recordOutcome(number, us.accountId, outcome({ put }))).rejects.toMatchObject({
        code: 'ADSYNC_INTERNAL',
      });
      expect(await store.read()).toEqual(before);
    });

    test('removing leaves the entries of another account alone', async () => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      await lease.recordEntries(us.accountId, 'adopted', [entry('a')], []);

      await lease.recordEntries(uk.accountId, 'forgotten', [], [entry('a').address]);

      expect((await store.read()).entries).toEqual([entry('a')]);
    });

    test('any sequence of outcomes leaves what a map would hold', async () => {
      const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
      const number = fc.double({ noNaN: true, noDefaultInfinity: true });
      const text = fc.string({ unit: 'binary', maxLength: 8 });
      const value = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }));
      const values = fc.dictionary(fc.constantFrom('name', '__proto__', 'é', ''), value);
      const put = fc.array(fc.tuple(names, values, fc.boolean()), { maxLength: 4 });
      const steps = fc.array(fc.record({ put, remove: fc.array(names, { maxLength: 3 }) }), {
        maxLength: 10,
      });
      const lease = await store.acquire(start(us), holder('one'));

      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const left = (await store.read()).entries.map((each) => each.address);
          await lease.recordEntries(us.accountId, 'forgotten', [], left);
          const model = new Map<string, StateEntry>();

          for (const step of sequence) {
            const entries = step.put.map(([name, declared, preventDestroy]) =>
              entry(name, { declared, preventDestroy }),
            );
            const remove = step.remove.map((name) => entry(name).address);
            const number = await lease.recordIntent(intent('a'));
            await lease.recordOutcome(number, us.accountId, outcome({ put: entries, remove }));
            for (const address of remove) model.delete(address);
            for (const each of entries) model.set(each.address, each);
          }

          const expected = [...model.values()].sort((one, other) => (one.address < other.address ? -1 : 1));
          expect(asText((await store.read()).entries)).toEqual(asText(expected));
        }),
        { numRuns: 40 },
      );
    });
  });

  describe(`${name}: intents`, () => {
    test('an intent stays open over a crash, until its outcome is recorded by whoever comes next', async () => {
      const lease = await store.acquire(start(us), holder('one', { processStart: 'gone' }));
      const number = await lease.recordIntent(intent('a'));

      const later = await place.open();
      const found = (await later.read()).openIntents;
      const next = await later.acquire(start(us), holder('two'));
      await next.recordOutcome(number, us.accountId, outcome({ result: 'found', put: [entry('a')] }));

      expect(found).toEqual([{ ...intent('a'), number }]);
      expect(await later.read()).toMatchObject({ openIntents: [], entries: [entry('a')] });
    });

    test.each(['applied', 'refused', 'not_sent', 'absent', 'found'] as const)(
      'the outcome %s closes',
      async (result) => {
        const lease = await store.acquire(start(us), holder('one'));
        const numbers = [await lease.recordIntent(intent('a')), await lease.recordIntent(intent('b'))];

        await lease.recordOutcome(numbers[0] ?? 0, us.accountId, outcome({ result }));

        expect((await store.read()).openIntents).toEqual([{ ...intent('b'), number: numbers[1] }]);
      },
    );

    test('an intent is closed once, by its own account, and only if it is one', async () => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      const number = await lease.recordIntent(intent('a'));
      const wrong = async (each: number, accountId: string) =>
        lease.recordOutcome(each, accountId, outcome({ put: [entry('a', { accountId })] }));

      await expect(wrong(number, uk.accountId)).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
      await expect(wrong(number - 1, us.accountId)).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
      await lease.recordOutcome(number, us.accountId, outcome());
      await expect(wrong(number, us.accountId)).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });

      expect(await store.read()).toMatchObject({ entries: [], openIntents: [] });
    });

    test('an intent that could not be read back is refused', async () => {
      const lease = await store.acquire(start(us), holder('one'));

      const refused = lease.recordIntent(intent('a', { timeoutMs: Number.POSITIVE_INFINITY }));

      await expect(refused).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
      expect((await store.read()).openIntents).toEqual([]);
    });

    test('records and renewals made at the same time all take effect', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      const names = Array.from({ length: 40 }, (_, i) => `c${i}`);

      const [numbers] = await Promise.all([
        Promise.all(names.map((each) => lease.recordIntent(intent(each)))),
        Promise.all(names.map(() => lease.renew())),
        Promise.all(names.map(() => store.read())),
      ]);

      expect(new Set(numbers).size).toBe(40);
      expect((await store.read()).openIntents).toHaveLength(40);
    });
  });

  describe(`${name}: locks`, () => {
    test('a held lock is refused, saying who and since when', async () => {
      const mine = holder('one', { user: 'ann', machine: 'build-7', pid: 4711, bootId: '' });
      await store.acquire(start(us), mine);

      const refused = store.acquire(start(us), holder('two'));

      await expect(refused).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
        exitCode: 6,
        message:
          'acme-us (account 18ce54d4x5t) is locked by ann on build-7, process 4711, since 2026-11-18T11:06:40Z',
        detail: {
          remedy:
            'Wait until that run has ended, then run the command again. If it died, the lock is free within 60 seconds.',
        },
      });
    });

    test('all accounts are locked or none, and a refusal leaves no trace', async () => {
      await store.acquire(start(us), holder('one'));
      const before = await store.read();

      await expect(store.acquire(start(uk, us), holder('two'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });

      expect(await store.read()).toEqual(before);
      await expect(store.acquire(start(uk), holder('three'))).resolves.toBeDefined();
    });

    test('every account that is held is named', async () => {
      await store.acquire(start(us, uk), holder('one', { user: 'ann' }));

      const refused = store.acquire(start(us, uk), holder('two'));

      const by = `is locked by ann on ${hostname()}, process ${process.pid}, since 2026-11-18T11:06:40Z`;
      await expect(refused).rejects.toMatchObject({
        message: `acme-us (account 18ce54d4x5t) ${by}`,
        detail: { lines: [`acme-uk (account 18ce5uk0000) ${by}`] },
      });
    });

    test('a run has no second lock of an account it holds', async () => {
      await store.acquire(start(us), holder('one'));

      await expect(store.acquire(start(us), holder('one'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });
    });

    test('a lock that was let go is free at once, and its lease is over', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await lease.release();
      await lease.release();

      await expect(lease.recordIntent(intent('a'))).rejects.toMatchObject({ code: 'ADSYNC_LEASE_LOST' });
      await expect(store.acquire(start(us), holder('one'))).resolves.toBeDefined();
      expect((await store.read()).journal).toBe(3);
    });

    test('no accounts need no lock', async () => {
      const lease = await store.acquire(start(), holder('one'));

      await lease.renew();
      await lease.release();

      await expect(lease.recordIntent(intent('a'))).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
      expect((await store.read()).journal).toBe(0);
    });

    test.each<[string, Partial<Holder>]>([
      ['whose process does not exist', { pid: 2 ** 22 + 1 }],
      ['whose process id was given out again', { processStart: '1' }],
      ...(shared
        ? []
        : [['of an earlier start of the machine', { bootId: 'before' }] satisfies [string, Partial<Holder>]]),
    ])('a holder %s is replaced at once', async (_, changes) => {
      await store.acquire(start(us), holder('one', changes));

      await expect(store.acquire(start(us), holder('two'))).resolves.toBeDefined();
    });

    test.each<[string, Partial<Holder>]>([
      ['on another machine', elsewhere],
      ['that lives, and of which nobody knows when it began,', { processStart: '' }],
      ...(shared
        ? [
            ['of a machine of the same name', { bootId: 'another', pid: 2 ** 22 + 1 }] satisfies [
              string,
              Partial<Holder>,
            ],
          ]
        : []),
    ])('a holder %s is replaced when its lease has run out, and not before', async (_, changes) => {
      await store.acquire(start(us), holder('one', changes));

      time += leaseDurationMs - 1;
      await expect(store.acquire(start(us), holder('two'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });
      time += 1;
      await expect(store.acquire(start(us), holder('two'))).resolves.toBeDefined();
    });

    test('a holder that lives on this machine is never replaced, however long it stands still', async () => {
      await store.acquire(start(us), holder('one'));

      time += 100 * leaseDurationMs;

      await expect(store.acquire(start(us), holder('two'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });
    });

    test.skipIf(shared)(
      'a holder elsewhere whose clock is hours ahead is replaced a minute after it was seen',
      async () => {
        time += 7_200_000;
        await store.acquire(start(us), holder('one', elsewhere));
        time -= 7_200_000;

        await expect(store.acquire(start(us), holder('two'))).rejects.toMatchObject({
          code: 'ADSYNC_LOCK_HELD',
        });
        time += leaseDurationMs;
        await expect(store.acquire(start(us), holder('three'))).resolves.toBeDefined();
      },
    );

    test.each<[string, (lease: Lease) => Promise<unknown>]>([
      ['renew', (lease) => lease.renew()],
      ['recordIntent', (lease) => lease.recordIntent(intent('a'))],
      ['recordEntries', (lease) => lease.recordEntries(us.accountId, 'adopted', [], [])],
    ])('%s keeps the lock for another minute', async (_, act) => {
      const lease = await store.acquire(start(us), holder('one', elsewhere));

      time += 50_000;
      await act(lease);
      time += 50_000;
      await expect(store.acquire(start(us), holder('two'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });

      time += 10_000;
      await expect(store.acquire(start(us), holder('two'))).resolves.toBeDefined();
    });

    test('a lease that ran out and was taken by nobody still holds', async () => {
      const lease = await store.acquire(start(us), holder('one'));

      time += 10 * leaseDurationMs;
      await lease.recordIntent(intent('a'));

      await expect(store.acquire(start(us), holder('two'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });
    });

    test('whoever was replaced can write nothing any more, and does not disturb the successor', async () => {
      const lost = await store.acquire(start(us, uk), holder('one', elsewhere));
      const number = await lost.recordIntent(intent('a'));
      time += leaseDurationMs;
      const lease = await store.acquire(start(us), holder('two'));
      const before = await store.read();

      const attempts = [
        lost.recordIntent(intent('b')),
        lost.recordOutcome(number, us.accountId, outcome({ put: [entry('a')] })),
        lost.recordEntries(us.accountId, 'adopted', [entry('a')], []),
        lost.renew(),
      ];

      for (const each of attempts) await expect(each).rejects.toMatchObject({ code: 'ADSYNC_LEASE_LOST' });
      expect(await store.read()).toEqual(before);
      await expect(lost.release()).resolves.toBeUndefined();
      await lease.recordOutcome(number, us.accountId, outcome({ result: 'absent' }));
      await expect(store.acquire(start(us), holder('three'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });
    });

    test('a token never comes back: a lease is lost also when its successor has let go', async () => {
      const lost = await store.acquire(start(us), holder('one', elsewhere));
      time += leaseDurationMs;
      await (await store.acquire(start(us), holder('two'))).release();

      await expect(lost.recordIntent(intent('a'))).rejects.toMatchObject({ code: 'ADSYNC_LEASE_LOST' });
      await store.acquire(start(us), holder('one'));
      await expect(lost.recordIntent(intent('a'))).rejects.toMatchObject({ code: 'ADSYNC_LEASE_LOST' });
    });
  });

  describe(`${name}: bindings`, () => {
    test.each([
      [
        'another host',
        [{ ...us, host: 'loopback' }],
        'In this state acme-us is account 18ce54d4x5t on ads-api.x.com, not account 18ce54d4x5t on loopback',
        'Use another state for another platform address (--state), or go back to the address it was made for.',
      ],
      [
        'another account',
        [{ ...us, accountId: '18ce0000000' }],
        'In this state acme-us is account 18ce54d4x5t on ads-api.x.com, not account 18ce0000000 on ads-api.x.com',
        'Correct the id in the document, or give the other account a key of its own.',
      ],
      [
        'an account that has a key already',
        [{ ...us, accountKey: 'acme' }],
        'Account 18ce54d4x5t has two keys: acme-us and acme',
        'Keep the key acme-us; to give the account the key acme from now on, add to the document: moved: [{ from: acme-us, to: acme }]; or correct the id of acme.',
      ],
      [
        'one account under two keys',
        [uk, { ...uk, accountKey: 'britain' }],
        'Account 18ce5uk0000 has two keys: acme-uk and britain',
        'Keep the key acme-uk; or correct the id of britain.',
      ],
      [
        'the same id on another host',
        [{ ...us, accountKey: 'demo', host: 'loopback' }],
        'Account 18ce54d4x5t has two keys: acme-us and demo',
        'Keep the key acme-us; to give the account the key demo from now on, add to the document: moved: [{ from: acme-us, to: demo }]; or correct the id of demo.',
      ],
      [
        'the former key of another account',
        [{ ...uk, accountKey: 'acme', formerKey: 'acme-us' }],
        'In this state acme-us is account 18ce54d4x5t on ads-api.x.com, not account 18ce5uk0000 on ads-api.x.com',
        'Correct the id in the document, or give the other account a key of its own.',
      ],
      [
        'a former key on another host',
        [{ ...us, accountKey: 'acme', formerKey: 'acme-us', host: 'loopback' }],
        'In this state acme-us is account 18ce54d4x5t on ads-api.x.com, not account 18ce54d4x5t on loopback',
        'Use another state for another platform address (--state), or go back to the address it was made for.',
      ],
    ])('%s is refused, and nothing is changed', async (_, accounts, message, remedy) => {
      await (await store.acquire(start(us), holder('one'))).release();
      const before = await store.read();

      const refused = store.acquire(start(...accounts), holder('two'));

      await expect(refused).rejects.toMatchObject({
        code: 'ADSYNC_STATE_MISMATCH',
        message,
        detail: { remedy },
      });
      expect(await store.read()).toEqual(before);
    });

    test('a key that was moved binds nothing until it is recorded, and then all goes along', async () => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      const { accountKey, accountId } = uk;
      const other = entry('c', { accountKey, accountId, address: 'acme-uk/campaigns/c' });
      await lease.recordEntries(us.accountId, 'adopted', [entry('a'), entry('b')], []);
      await lease.recordEntries(uk.accountId, 'adopted', [other], []);
      await lease.recordMembers(entry('a').address, { add: digests('email', 1, 2), remove: [] });
      await lease.release();
      const before = await store.read();
      const moved = { ...us, accountKey: 'acme', formerKey: 'acme-us' };

      const next = await store.acquire(start(moved), holder('two'));
      const { bindings, entries } = await store.read();
      await next.recordAccountKey(us.accountId, 'acme');
      await next.recordAccountKey(us.accountId, 'acme');
      await next.release();

      expect({ bindings, entries }).toEqual({ bindings: before.bindings, entries: before.entries });
      const after = await store.read();
      expect(after.bindings).toEqual([{ ...us, accountKey: 'acme' }, uk]);
      expect(asText(after.entries)).toEqual(
        asText([
          other,
          entry('a', { accountKey: 'acme', address: 'acme/campaigns/a' }),
          entry('b', { accountKey: 'acme', address: 'acme/campaigns/b' }),
        ]),
      );
      expect(await gathered(store.members('acme/campaigns/a'))).toEqual(digests('email', 1, 2));
      const told = (await gathered(store.history())).filter(({ kind }) => kind === 'entries');
      expect(told.at(-1)).toMatchObject({ reason: 'move', remove: [entry('a').address, entry('b').address] });
      expect(told).toHaveLength(3);
      await (await store.acquire(start(moved), holder('three'))).release();
    });

    test('the sandbox of an account is remembered, and goes along with its new key', async () => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      await lease.recordSandbox(us.accountId, 'first');
      await lease.recordSandbox(us.accountId, 'second');
      await lease.recordAccountKey(us.accountId, 'acme');
      await lease.release();

      const { bindings } = await store.read();

      expect(bindings).toEqual([{ ...us, accountKey: 'acme', sandbox: 'second' }, uk]);
      await (await store.acquire(start({ ...us, accountKey: 'acme' }), holder('two'))).release();
    });

    test('an account does not take the key of another one', async () => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      const before = await store.read();

      const taken = lease.recordAccountKey(us.accountId, uk.accountKey);

      await expect(taken).rejects.toMatchObject({ code: 'ADSYNC_STATE_MISMATCH' });
      expect(await store.read()).toEqual(before);
    });

    test('an account named twice alike is one account', async () => {
      await store.acquire(start(us, us), holder('one'));

      expect(await store.read()).toMatchObject({ bindings: [us], journal: 1 });
    });
  });

  describe(`${name}: what else it holds`, () => {
    test('a key of 32 bytes is made with the first lock, and stays', async () => {
      const before = (await store.read()).digestKey;
      await (await store.acquire(start(us), holder('one'))).release();
      const { digestKey } = await store.read();
      await (await store.acquire(start(us, uk), holder('two'))).release();

      const other = await prepare();
      const stranger = await other.open();
      await stranger.acquire(start(us), holder('one'));

      expect(before).toBeUndefined();
      expect(digestKey).toHaveLength(32);
      expect((await (await place.open({ mode: 'read' })).read()).digestKey).toEqual(digestKey);
      expect((await stranger.read()).digestKey).not.toEqual(digestKey);
      await other.remove();
    });

    test('members are added and removed, each once', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await lease.recordEntries(us.accountId, 'adopt', [audience('a'), audience('b', '2')], []);

      await lease.recordMembers(audience('a').address, { add: digests('email', 1, 2, 2, 3), remove: [] });
      await lease.recordMembers(audience('b').address, { add: digests('email', 2), remove: [] });
      await lease.recordMembers(audience('a').address, {
        add: [...digests('email', 3, 4), ...digests('handle', 1)],
        remove: [...digests('email', 2, 9), ...digests('device_id', 1)],
      });
      await lease.recordMembers(audience('a').address, {
        add: digests('email', 1),
        remove: digests('email', 1),
      });

      expect(await membersOf(store, 'a')).toEqual([...digests('email', 1, 3, 4), ...digests('handle', 1)]);
      expect(await membersOf(store, 'b')).toEqual(digests('email', 2));
      expect(await membersOf(store, 'c')).toEqual([]);
      await lease.recordMembers(audience('b').address, { add: [], remove: digests('email', 2) });
      expect(await membersOf(store, 'b')).toEqual([]);
      expect((await store.read()).entries).toHaveLength(2);
    });

    test('a hundred thousand members come back in parts', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await lease.recordEntries(us.accountId, 'adopt', [audience('a')], []);
      const all = digests('email', ...Array.from({ length: 100_000 }, (_, index) => index));
      for (let from = 0; from < all.length; from += 2_500)
        await lease.recordMembers(audience('a').address, { add: all.slice(from, from + 2_500), remove: [] });

      const found = new Set<string>();
      for await (const { digest } of store.members(audience('a').address)) found.add(digest);

      expect(found.size).toBe(100_000);
      expect(all.every(({ digest }) => found.has(digest))).toBe(true);
    }, 60_000);

    test('members go where their record goes', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      const [a, b, c] = [audience('a', '1'), audience('b', '2'), audience('c', '3')];
      await lease.recordEntries(us.accountId, 'adopt', [a, b, c], []);
      await lease.recordMembers(a.address, { add: digests('email', 1), remove: [] });
      await lease.recordMembers(b.address, { add: digests('email', 2), remove: [] });
      await lease.recordMembers(c.address, { add: digests('email', 3), remove: [] });
      const moved = [audience('b', '1'), audience('a', '2'), audience('d', '3')];

      await lease.recordEntries(us.accountId, 'move', moved, [a.address, b.address, c.address]);
      await lease.recordEntries(us.accountId, 'refresh', [audience('a', '2')], []);

      const now = await Promise.all(['a', 'b', 'c', 'd'].map((key) => membersOf(store, key)));
      expect(now).toEqual([digests('email', 2), digests('email', 1), [], digests('email', 3)]);
      // Another record at the address has been sent nothing, and neither has one that is made later.
      await lease.recordEntries(us.accountId, 'refresh', [audience('a', '9')], []);
      await lease.recordEntries(us.accountId, 'forget', [], [audience('b').address]);
      await lease.recordEntries(us.accountId, 'adopt', [audience('b', '1')], []);
      expect([await membersOf(store, 'a'), await membersOf(store, 'b')]).toEqual([[], []]);
      expect((await store.read()).entries).toHaveLength(3);
    });

    test('members of what the state does not hold, or after the lock is lost, are refused', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await lease.recordEntries(us.accountId, 'adopt', [audience('a')], []);
      const add = digests('email', 1);

      await expect(lease.recordMembers('acme-us/audiences/b', { add, remove: [] })).rejects.toMatchObject({
        code: 'ADSYNC_INTERNAL',
      });
      await lease.release();
      await expect(lease.recordMembers(audience('a').address, { add, remove: [] })).rejects.toMatchObject({
        code: 'ADSYNC_LEASE_LOST',
      });

      expect(await membersOf(store, 'a')).toEqual([]);
    });

    test('the policy of an account takes the place of the one before, and the history tells each', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      const [first, second] = [{ max_bid: '5.00' }, { freeze: [{ from: '2026', to: '2027' }] }];
      await lease.recordPolicy({ accountId: us.accountId, policy: first });
      await lease.recordPolicy({ accountId: us.accountId, policy: second });

      expect((await store.read()).policies).toEqual([{ accountId: us.accountId, policy: second }]);
      await expect(lease.recordPolicy({ accountId: uk.accountId, policy: first })).rejects.toMatchObject({
        code: 'ADSYNC_INTERNAL',
      });
      await lease.release();
      await expect(lease.recordPolicy({ accountId: us.accountId, policy: first })).rejects.toMatchObject({
        code: 'ADSYNC_LEASE_LOST',
      });
      const told = (await gathered(store.history())).filter(({ kind }) => kind === 'policy');
      expect(told).toMatchObject([{ policy: first }, { policy: second }]);
    });

    test('a stop stands until it ends, whoever holds the lock, and what it paused is kept as long', async () => {
      const lease = await store.acquire(start(us, uk), holder('one'));
      const elsewhere = stop({ accountId: uk.accountId, patterns: [], all: true });
      await store.beginStop(stop(), holder('two'));
      await store.beginStop(elsewhere, holder('two'));
      await store.recordStopped({ put: [stopped('b'), stopped('a', { phase: 'pausing' })], remove: [] });
      await store.recordStopped({ put: [stopped('c', { accountId: uk.accountId })], remove: [] });

      const standing = await lease.standingStops(us.accountId);
      expect(standing.stops).toEqual([stop()]);
      expect(new Set(standing.stopped)).toEqual(new Set([stopped('a', { phase: 'pausing' }), stopped('b')]));
      const { stops, stopped: records } = await store.read();
      expect(new Set(stops)).toEqual(new Set([stop(), elsewhere]));
      expect(new Set(records)).toEqual(
        new Set([
          stopped('a', { phase: 'pausing' }),
          stopped('b'),
          stopped('c', { accountId: uk.accountId }),
        ]),
      );
      await store.recordStopped({ put: [stopped('a')], remove: [stopped('b'), stopped('unknown')] });
      expect((await store.read()).stopped).toHaveLength(2);
      await store.endStop(stop(), holder('two'));
      await store.endStop(stop(), holder('two'));

      expect(await store.read()).toMatchObject({
        stops: [elsewhere],
        stopped: [stopped('c', { accountId: uk.accountId })],
      });
      expect(await lease.standingStops(us.accountId)).toEqual({ stops: [], stopped: [] });
      const told = (await gathered(store.history())).filter(({ kind }) => kind.startsWith('stop_'));
      expect(told).toMatchObject([
        { kind: 'stop_began', stop: stop(), holder: { run: 'two' } },
        { kind: 'stop_began', stop: elsewhere },
        { kind: 'stop_ended', stop: stop(), holder: { run: 'two' } },
      ]);
    });

    test('a stop that takes the place of another one holds what that paused, and outlives its end', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await store.beginStop(stop(), holder('one'));
      await store.recordStopped({ put: [stopped('a')], remove: [] });
      const next = stop({ id: 's9', reason: 'again' });
      await store.beginStop(next, holder('two'), stop());
      await store.endStop(stop(), holder('one'));

      expect(await lease.standingStops(us.accountId)).toEqual({
        stops: [next],
        stopped: [stopped('a', { stopId: 's9' })],
      });
      // In place of one that has ended it begins all the same.
      const third = stop({ id: 's10' });
      await store.beginStop(third, holder('two'), stop());
      expect((await store.read()).stops.map(({ id }) => id).sort()).toEqual(['s10', 's9']);
      const told = (await gathered(store.history())).filter(({ kind }) => kind.startsWith('stop_'));
      expect(told.map(({ kind }) => kind)).toEqual(['stop_began', 'stop_ended', 'stop_began', 'stop_began']);
    });

    test('what adsync itself changed of a stopped record is told from what others changed', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await store.beginStop(stop(), holder('one'));
      const [before, after] = ['2026-11-20T16:05:13Z', '2026-11-20T17:00:00Z'];
      await store.recordStopped({
        put: [stopped('ours'), stopped('theirs', { updatedAt: '2026-11-20T16:30:00Z' }), stopped('same')],
        remove: [],
      });
      const number = await lease.recordIntent(intent('a'));
      const change = (id: string, kind = 'campaign') => ({ kind, id, before, after });
      const changed = [change('ours'), change('theirs'), change('same', 'line_item'), change('unknown')];
      await lease.recordOutcome(number, us.accountId, outcome({ changed }));
      const next = await lease.recordIntent(intent('b'));
      await lease.recordOutcome(next, us.accountId, outcome({ changed: [change('ours')] }));

      const kept = (await store.read()).stopped.map(({ id, updatedAt }) => [id, updatedAt]);
      expect(Object.fromEntries(kept)).toEqual({
        ours: after,
        same: before,
        theirs: '2026-11-20T16:30:00Z',
      });
    });

    test('the history tells every record in its order', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      await lease.recordConsents(us.accountId, [{ consent: 'override', address: 'max_deletes' }]);
      const number = await lease.recordIntent(intent('a'));
      time += 1000;
      await lease.recordOutcome(number, us.accountId, outcome({ detail: 'ok', put: [entry('a')] }));
      await lease.recordEntries(us.accountId, 'move', [entry('b')], [entry('a').address]);
      await lease.recordMembers(entry('b').address, { add: digests('email', 1, 2), remove: [] });
      await lease.release('the plan is refused');

      const facts = { run: 'one', accountId: us.accountId };
      const [early, late] = [1_795_000_000_000, 1_795_000_001_000];
      expect(await gathered(store.history())).toEqual([
        {
          ...facts,
          number: 1,
          at: early,
          kind: 'run_started',
          command: 'apply',
          document: 'sha256:00',
          holder: holder('one'),
        },
        {
          ...facts,
          number: 2,
          at: early,
          kind: 'consents',
          consents: [{ consent: 'override', address: 'max_deletes' }],
        },
        { ...facts, number: 3, at: early, kind: 'intent', intent: intent('a') },
        {
          ...facts,
          number: 4,
          at: late,
          kind: 'outcome',
          intent: 3,
          result: 'applied',
          detail: 'ok',
          put: [entry('a')],
        },
        {
          ...facts,
          number: 5,
          at: late,
          kind: 'entries',
          reason: 'move',
          put: [entry('b')],
          remove: [entry('a').address],
        },
        { ...facts, number: 6, at: late, kind: 'members', address: entry('b').address, added: 2, removed: 0 },
        { ...facts, number: 7, at: late, kind: 'run_ended', because: 'the plan is refused' },
      ]);
    });

    test('a long history is read in parts', async () => {
      const lease = await store.acquire(start(us), holder('one'));
      for (let index = 0; index < 210; index += 1) await lease.recordConsents(us.accountId, []);

      const numbers = (await gathered(store.history())).map(({ number }) => number);

      expect(numbers).toEqual(Array.from({ length: 211 }, (_, index) => index + 1));
    });

    test('a lock that is broken is free, and its holder can write nothing any more', async () => {
      const lost = await store.acquire(start(us, uk), holder('one', elsewhere));
      const number = await lost.recordIntent(intent('a'));
      const locks = await store.locks();

      await store.breakLocks(
        locks.filter(({ accountKey }) => accountKey === us.accountKey),
        holder('breaker'),
      );

      expect(locks).toEqual([
        expect.objectContaining({ accountKey: 'acme-us', token: 1, process: 'elsewhere', acquiredAt: time }),
        expect.objectContaining({ accountKey: 'acme-uk', expiresAt: time + leaseDurationMs }),
      ]);
      await expect(lost.recordIntent(intent('b'))).rejects.toMatchObject({ code: 'ADSYNC_LEASE_LOST' });
      await expect(lost.recordOutcome(number, us.accountId, outcome())).rejects.toMatchObject({
        code: 'ADSYNC_LEASE_LOST',
      });
      expect((await store.locks()).map(({ accountKey }) => accountKey)).toEqual(['acme-uk']);
      const next = await store.acquire(start(us), holder('two'));
      await expect(lost.renew()).rejects.toMatchObject({ code: 'ADSYNC_LEASE_LOST' });
      await next.recordOutcome(number, us.accountId, outcome({ result: 'absent' }));
      const records = await gathered(store.history());
      expect(records.find(({ kind }) => kind === 'unlocked')).toMatchObject({
        run: 'breaker',
        accountId: us.accountId,
        holder: holder('one', elsewhere),
        by: holder('breaker'),
      });
    });

    test('locks that have changed hands meanwhile are not broken, not even one of two', async () => {
      await store.acquire(start(us), holder('one'));
      const first = await store.acquire(start(uk), holder('two'));
      const locks = await store.locks();
      await first.release();
      await store.acquire(start(uk), holder('three'));
      const before = await store.read();

      await expect(store.breakLocks(locks, holder('breaker'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });

      expect(await store.read()).toEqual(before);
      expect(await store.locks()).toHaveLength(2);
    });
  });

  describe(`${name}: processes`, () => {
    test('of ten that want the lock of a new state at once, one gets it', async () => {
      const fresh = await prepare();
      const children = Array.from({ length: 10 }, () => startChild('contender.ts', fresh.url));

      const said = await Promise.all(children.map(firstLine));
      await Promise.all(children.map((child) => child.stop()));

      expect(said.sort()).toEqual([...Array.from({ length: 9 }, () => 'ADSYNC_LOCK_HELD'), 'won']);
      await fresh.remove();
    });

    test('the lock of a process that was killed is free at once', async () => {
      const child = startChild('contender.ts', place.url);
      const said = await firstLine(child);

      const reader = await place.open();
      await expect(reader.acquire(start(us), holder('one'))).rejects.toMatchObject({
        code: 'ADSYNC_LOCK_HELD',
      });
      await child.stop('SIGKILL');

      expect(said).toBe('won');
      await expect(reader.acquire(start(us), holder('one'))).resolves.toBeDefined();
    });

    test('what was acknowledged before a kill is there after it', async () => {
      const child = startChild('appender.ts', place.url);
      const said: string[] = [];
      const killed = new Promise<void>((resolve) => {
        child.lines.on('line', (line) => {
          said.push(line);
          if (said.length === 120) resolve(child.stop('SIGKILL'));
        });
      });
      const allRead = once(child.lines, 'close');
      await killed;
      // It may have said more before it was gone than was read by then.
      await allRead;

      const snapshot = await store.read();

      const acknowledged = said.map((line) => line.split(' '));
      const done = acknowledged.flatMap(([kind, , name = '']) =>
        kind === 'outcome' ? [entry(name).address] : [],
      );
      const numbers = acknowledged.flatMap(([kind, number]) => (kind === 'intent' ? [Number(number)] : []));
      const addresses = snapshot.entries.map((each) => each.address);
      expect(addresses).toEqual(expect.arrayContaining(done));
      expect(addresses.length - done.length).toBeLessThanOrEqual(1);
      expect(numbers).toEqual(numbers.map((_, i) => 2 + 2 * i));
      expect(snapshot.journal).toBeGreaterThanOrEqual(Math.max(...numbers));
      expect(snapshot.openIntents.length).toBeLessThanOrEqual(1);
      expect(snapshot.journal).toBe(1 + 2 * snapshot.entries.length + snapshot.openIntents.length);
    });
  });
}

const create = {
  operation: 1,
  type: 'Create' as const,
  address: 'a',
  kind: 'campaign',
  id: null,
  known: ['1'],
};

/** An object with members of these names, of whatever meaning they have elsewhere. */
function record(...members: readonly (readonly [name: string, value: Value])[]): Record<string, Value> {
  return Object.fromEntries(members);
}

/** A list in a list, so many deep. */
function nested(depth: number): Value {
  let value: Value = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

/** An audience that stands for the record with the id. */
function audience(key: string, id = '1'): StateEntry {
  return entry(key, { address: `acme-us/audiences/${key}`, kind: 'custom_audience', id });
}

/** Members of a kind, one for each number; in the order in which they are read while below 10. */
function digests(kind: string, ...numbers: readonly number[]): readonly Member[] {
  return numbers.map((number) => ({ kind, digest: `${number}`.padStart(64, 'a') }));
}

async function membersOf(store: StateStore, key: string): Promise<readonly Member[]> {
  return await gathered(store.members(audience(key).address));
}
