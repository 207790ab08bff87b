import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../src/schemas/define-kind.ts';
import { expectOutsideChangeSeen, expectReadBack, expectReplacement } from './expectations.ts';
import type { KindBench } from './kind-bench.ts';
import { copyOf, recordOf } from './records.ts';
import {
  applied,
  documentWithOne,
  driftOf,
  expectCode,
  idsOf,
  lostState,
  planOf,
  rejectedPlan,
  settled,
} from './runs.ts';
import { unsettableIn, type Variation, variationsOf } from './variations.ts';

/** A bound that is taken away is beyond every factor. */
const unbounded = ['--override', 'max_budget_factor', '--override', 'max_bid_factor'];

/**
 * Proves of a kind, from its facts alone, that what is declared of it is what the platform holds, from creation to
 * deletion, and that what others do to it is noticed.
 */
export function proveKind(kind: Kind, bench: KindBench): void {
  const base = documentWithOne(kind);
  // What an ACCOUNT_ADMIN may not touch belongs to a user, whose id it goes by.
  const user = kind.refusedTo === undefined ? undefined : String(kind.example['id']);
  const made = async (document = base): Promise<string> => {
    await bench.reset(user);
    await applied(bench, document);
    const [id = String(kind.example['id'])] = await idsOf(bench, kind);
    return id;
  };

  describe(`a ${kind.name}`, () => {
    test('is made from its example, and reads back as it was declared', async () => {
      await bench.reset(user);
      const before = await bench.stored();

      await settled(bench, base);

      const [id = String(kind.example['id'])] = await idsOf(bench, kind);
      const { key } = recordOf(await bench.stored(), kind, id);
      if (kind.creatable) expect(before.has(key)).toBe(false);
      await expectReadBack(bench, kind, { fields: [], own: kind.example, parent: {} });
    });

    proveChanges(kind, bench, made);
    if (kind.creatable) proveIdentity(kind, bench, made, base);
    else if (kind.operations.delete !== undefined) proveTakingOver(kind, bench);

    test('is gone after destroy, where the platform can delete it', async () => {
      const id = await made();
      const { key } = recordOf(await bench.stored(), kind, id);

      const destroyed = await bench.adsync(['destroy', '--yes']);

      expectCode(destroyed, 0);
      const goes = kind.creatable && kind.operations.delete !== undefined;
      expect((await bench.stored()).has(key)).toBe(!goes);
    });
  });
}

type Made = (document?: object) => Promise<string>;

function proveChanges(kind: Kind, bench: KindBench, made: Made): void {
  const updates = variationsOf(kind, ({ change }) => change === 'in-place');
  const unsets = updates.flatMap((from) =>
    unsettableIn(kind, from).map((unset) => [namesOf(unset), from, unset] as const),
  );
  const replacements = variationsOf(kind, ({ change }) => change === 'replace');
  const madeUnder = async ({ parent }: Variation): Promise<string> =>
    await made(documentWithOne(kind, { own: kind.example, parent }));

  test.each(updates.map((variation) => [namesOf(variation), variation] as const))(
    'updates %s, and sees when others change them',
    async (_, variation) => {
      const was = await madeUnder(variation);
      const before = recordOf(await bench.stored(), kind, was);

      await settled(bench, documentWithOne(kind, variation));

      const [id = ''] = await idsOf(bench, kind);
      // Some fields that can be updated take a new one together.
      if (kind.replacement?.fields === undefined) expect(id).toBe(was);
      await expectReadBack(bench, kind, variation);
      await expectOutsideChangeSeen(bench, kind, { variation, before, id });
    },
  );

  test.each(unsets)('unsets %s', async (_, from, unset) => {
    await made(documentWithOne(kind, from));

    await settled(bench, documentWithOne(kind, unset), unbounded);

    await expectReadBack(bench, kind, unset);
  });

  test.each(replacements.map((variation) => [namesOf(variation), variation] as const))(
    'takes a new one for %s, and sees when others change them',
    async (_, variation) => {
      const was = await madeUnder(variation);
      const before = recordOf(await bench.stored(), kind, was);
      for (const name of variation.fields) await expectReplacement(bench, kind, name);

      await settled(bench, documentWithOne(kind, variation));

      const [id = ''] = await idsOf(bench, kind);
      expect(id).not.toBe(was);
      expect((await bench.stored()).has(before.key)).toBe(kind.operations.delete === undefined);
      await expectReadBack(bench, kind, variation);
      await expectOutsideChangeSeen(bench, kind, { variation, before, id });
    },
  );
}

/** What is made elsewhere is only referred to, until it is adopted. */
function proveTakingOver(kind: Kind, bench: KindBench): void {
  test('is ours once adopted, and deleted then', async () => {
    await bench.reset();
    const own = { ...kind.example, lifecycle: { adopt: 'true' } };
    await settled(bench, documentWithOne(kind, { own, parent: {} }));
    const [id = ''] = await idsOf(bench, kind);
    const { key } = recordOf(await bench.stored(), kind, id);

    expectCode(await bench.adsync(['destroy', '--yes']), 0);

    expect((await bench.stored()).has(key)).toBe(false);
  });
}

function namesOf({ fields }: Variation): string {
  return fields.join(', ');
}

function proveIdentity(kind: Kind, bench: KindBench, made: Made, base: object): void {
  test('is missing when others delete it, and made again', async () => {
    const id = await made();
    const { collection } = recordOf(await bench.stored(), kind, id);
    await bench.control('POST', 'mutate', [{ collection, id, remove: true }]);

    expect(await driftOf(bench, kind)).toMatchObject([{ id, status: 'missing' }]);
    await settled(bench, base);
    expect(await idsOf(bench, kind)).toHaveLength(1);
  });

  test('is found again by its natural key when the state is lost', async () => {
    const id = await made();
    const before = await bench.stored();
    if (kind.form !== 'set') expect(await rejectedPlan(bench, lostState)).toContain('--adopt');

    await settled(bench, base, ['--adopt', ...lostState]);

    expect(await idsOf(bench, kind, lostState)).toEqual([id]);
    expect([...(await bench.stored()).keys()]).toEqual([...before.keys()]);
  });

  test('is known again to a state that is rebuilt', async () => {
    const id = await made();

    expectCode(await bench.adsync(['state', 'rebuild', '--yes', ...lostState]), 0);

    expect(await idsOf(bench, kind, lostState)).toEqual([id]);
  });

  // What goes by a key that others give it cannot be there twice.
  const isUnique = kind.naturalKey.length === 1 && kind.naturalKey[0] === kind.idField;
  test.skipIf(isUnique)('is not taken for its double when the state is lost', async () => {
    const id = await made();
    const record = recordOf(await bench.stored(), kind, id);
    await copyOf(bench, kind, record, 1);

    if (kind.form === 'set') {
      const plan = await planOf(bench, base, ['--adopt', ...lostState]);
      expect(
        plan.changes.filter((change) => change.kind === kind.name && change.action === 'delete'),
      ).toHaveLength(1);
    } else {
      const refused = await rejectedPlan(bench, ['--adopt', ...lostState]);
      expect(refused).toContain(`=${id}`);
    }
  });

  test('is listed over three pages and more', async () => {
    const id = await made();
    const record = recordOf(await bench.stored(), kind, id);
    const whole = ['--refresh', 'full'];
    const before = await planOf(bench, base, whole);
    for (let number = 1; number <= 5; number += 1) await copyOf(bench, kind, record, number);
    const read = (await bench.reads()).length;

    const { summary, changes } = await planOf(bench, base, whole);

    const extra = changes.filter((change) => change.kind === kind.name && change.action === 'delete').length;
    expect((summary['unmanaged'] ?? 0) - (before.summary['unmanaged'] ?? 0) + extra).toBe(5);
    const path = kind.operations.list?.path.split('/').at(-1) ?? '';
    const pages = (await bench.reads()).slice(read).filter((request) => request.path.endsWith(`/${path}`));
    expect(pages.filter(({ query }) => query.includes('cursor')).length).toBeGreaterThanOrEqual(2);
  });
}
