import { expect, test } from 'vitest';
import { reportJson } from '../../../src/report/report-json.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { driftText } from '../../../src/report/text/drift-text.ts';
import { driftView } from '../../../src/report/view/drift-view.ts';
import { driftOf, fullDrift } from './sample-drift.ts';

test.each([80, 120])('a drift report at %i columns', async (width) => {
  const text = driftText(driftView(fullDrift), { style: plainStyle, width });

  await expect(text).toMatchFileSnapshot(`expected/drift-${width}.txt`);
});

test.each([
  [{ in_sync: 4, modified: 0, missing: 0, unmanaged: 0, unchecked: 1 }, 'In sync: 4 in sync, 1 unchecked.\n'],
  [{ in_sync: 0, modified: 0, missing: 0, unmanaged: 0, unchecked: 0 }, 'In sync: nothing is managed.\n'],
])('in sync, %j', (summary, expected) => {
  const text = driftText(driftView(driftOf([], { summary })), { style: plainStyle, width: 80 });

  expect(text).toBe(expected);
});

test('the JSON form reads back as it is', () => {
  expect(JSON.parse(reportJson(fullDrift))).toEqual(fullDrift);
});
