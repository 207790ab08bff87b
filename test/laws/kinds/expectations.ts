import { expect } from 'vitest';
import type { Example, Kind } from '../../../src/schemas/define-kind.ts';
import type { KindBench } from './kind-bench.ts';
import { differing, type Found, recordOf } from './records.ts';
import { documentWithOne, driftOf, entriesOf, lostState, planOf } from './runs.ts';
import { type Variation, variationOf } from './variations.ts';

/**
 * Expects that the platform holds what the document declares: a plan that remembers nothing takes everything over, and
 * finds no difference.
 */
export async function expectReadBack(bench: KindBench, kind: Kind, declared: Variation): Promise<void> {
  // What has no name is not found without the state.
  if (!isNamed(kind, declared.own)) return;
  const entries = await entriesOf(bench, kind);
  // An old record that nothing deletes has the name of the new one.
  const chosen = entries.flatMap(({ address, id }) => ['--adopt', `${address}=${id}`]);
  const argv = ['--adopt', ...(kind.form === undefined ? chosen : []), ...lostState];
  const { changes } = await planOf(bench, documentWithOne(kind, declared), argv);
  const unreadable = Object.values(kind.fields).filter(({ readable }) => readable === false);
  const hidden = new Set(unreadable.map(({ wire }) => `/${wire}`));
  for (const { address, action, patch = [] } of changes) {
    const seen = patch.filter(({ path }) => !hidden.has(path));
    expect([address, action, seen]).toEqual([address, expect.stringMatching(/^(adopt|update)$/), []]);
  }
}

function isNamed(kind: Kind, own: Example): boolean {
  return Object.entries(kind.fields).every(
    ([name, { wire }]) => !kind.naturalKey.includes(wire) || own[name] !== null,
  );
}

/** Expects that a plan takes a new resource in the old one's place for another value of one field. */
export async function expectReplacement(bench: KindBench, kind: Kind, name: string): Promise<void> {
  const { changes } = await planOf(bench, documentWithOne(kind, variationOf(kind, name)), []);

  const actions = changes.filter((change) => change.kind === kind.name).map(({ action }) => action);
  // Another member of a set has another address.
  expect(actions.sort()).toEqual(kind.form === 'set' ? ['create', 'delete'] : ['replace']);
}

/**
 * Expects that the drift report names each field of the variation once others have put back what it was before, or says
 * that it cannot be seen.
 */
export async function expectOutsideChangeSeen(
  bench: KindBench,
  kind: Kind,
  { variation, before, id }: { readonly variation: Variation; readonly before: Found; readonly id: string },
): Promise<void> {
  const now = recordOf(await bench.stored(), kind, id);
  const values = differing(before.values, now.values);
  await bench.put('mutate', now.collection, { id: now.id, values });

  const drifted = await driftOf(bench, kind);

  // What belongs to somebody else now is gone from here; what a record goes by is not changed.
  if (drifted.some(({ status }) => status === 'missing')) return;
  const paths = drifted.flatMap(({ fields, unchecked }) => [...fields.map(({ path }) => path), ...unchecked]);
  const wires = variation.fields
    .map((name) => kind.fields[name]?.wire)
    .filter((wire) => wire !== kind.idField);
  expect(paths).toEqual(expect.arrayContaining(wires.map((wire) => `/${wire}`)));
}
