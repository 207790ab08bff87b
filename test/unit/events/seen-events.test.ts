import { expect, test } from 'vitest';
import { SeenEvents } from '../../../src/events/seen-events.ts';

test('the latest ids are remembered, and no more of them than was said', () => {
  const seen = new SeenEvents(2);

  expect(['a', 'b', 'a', 'c', 'a', 'b'].map((id) => seen.isNew(id))).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
  ]);
});
