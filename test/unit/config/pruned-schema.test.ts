import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentSchema } from '../../../src/schemas/document.ts';
import { createDocumentSchema } from '../../../src/schemas/document-schema.ts';

const example = readFileSync(join(import.meta.dirname, '../../../examples/campaigns.yaml'), 'utf8');

/** The example with one value after the other taken away, or with another one in its place. */
function* damagedExamples(): Generator {
  const whole: unknown = parse(example, { schema: 'failsafe' });
  const others = [undefined, null, 'nonsense', ['nonsense'], { nonsense: '1' }];
  for (const [at, { holder, key }] of [...pathsIn(whole)].entries()) {
    if (at % 3 !== 0) continue;
    const before: unknown = Reflect.get(holder, key);
    const other = others[(at / 3) % others.length];
    if (other === undefined) Reflect.deleteProperty(holder, key);
    else Reflect.set(holder, key, other);
    yield whole;
    Reflect.set(holder, key, before);
  }
}

function* pathsIn(value: unknown): Generator<{ readonly holder: object; readonly key: string }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield { holder: value, key };
    yield* pathsIn(inner);
  }
}

function keysOf(value: unknown): ReadonlySet<string> {
  return new Set(Array.from(pathsIn(value), ({ key }) => key));
}

test('a schema of the keys that a document has finds in it what the whole schema finds', () => {
  let found = 0;
  for (const value of damagedExamples()) {
    const keys = keysOf(value);
    const pruned = createDocumentSchema({ described: false, has: (key) => keys.has(key) });
    const whole = documentSchema.safeParse(value).error?.issues ?? [];
    expect(pruned.safeParse(value, { jitless: true }).error?.issues ?? []).toEqual(whole);
    if (whole.length > 0) found += 1;
  }
  expect(found).toBeGreaterThan(20);
});
