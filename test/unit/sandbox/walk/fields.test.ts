import { describe, expect, test } from 'vitest';
import { fieldIn, hasType } from './field-types.ts';
import { fieldRows } from './inventory.ts';
import { type Samples, samplers } from './samples.ts';
import { useWorld } from './use-world.ts';
import { titleOf } from './walked-rules.ts';

const world = useWorld();
const taken = new Map<string, Promise<Samples>>();

/** What was found of the resource, asked for once. */
async function samplesOf(resource: string): Promise<Samples> {
  const sampler = samplers[resource];
  if (sampler === undefined) throw new Error(`no way to come by ${resource}`);
  const samples = taken.get(resource) ?? sampler(world);
  taken.set(resource, samples);
  return samples;
}

// Those that the steps of authentication and events answer with are in tests of their own.
const elsewhere = new Set([
  'Request token',
  'User access token',
  'Bearer token',
  'Invalidation result',
  'Direct-message event',
]);
const rows = fieldRows.filter(({ resource }) => !elsewhere.has(resource));

describe('the documented fields', () => {
  test.each(rows.map((row) => [titleOf(row.id, `${row.resource}: ${row.field}`), row] as const))(
    '%s',
    async (_title, { resource, field, type }) => {
      const samples = await samplesOf(resource);

      const values = samples.map((sample) => fieldIn(sample, field));

      expect({ samples, fits: values.some((value) => hasType(value, type)) }).toEqual({
        samples,
        fits: true,
      });
    },
  );
});
