import { assert, integer, maxSafeInteger, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';
import { grouped } from '../../../src/diagnostics/grouped.ts';

test('whole numbers are grouped as the language data of the runtime groups them', () => {
  const numbers = oneof(maxSafeInteger(), integer({ min: -10_000, max: 10_000_000 }));
  assert(
    property(numbers, (number) => {
      expect(grouped(number)).toBe(number.toLocaleString('en-US'));
    }),
  );
});
