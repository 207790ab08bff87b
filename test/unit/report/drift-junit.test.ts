import { expect, test } from 'vitest';
import { driftJunit } from '../../../src/report/drift-junit.ts';
import { driftView } from '../../../src/report/view/drift-view.ts';
import { drifted, driftOf, fullDrift } from './sample-drift.ts';

test('a suite for each account, a case for each resource', async () => {
  await expect(driftJunit(driftView(fullDrift))).toMatchFileSnapshot('expected/drift-full.xml');
});

test('what XML cannot hold is replaced, what it would read is escaped', () => {
  const xml = driftJunit(
    driftView(
      driftOf([
        drifted({
          address: 'a/b<c>&"\'\n\u0000\uFFFE\uD800',
          name: ']]>\u0001',
          status: 'missing',
          id: '\u001B',
        }),
      ]),
    ),
  );

  expect(xml).toContain('name="a/b&lt;c&gt;&amp;&quot;&apos;&#10;���"');
  expect(xml).toContain('>]]&gt;�\n� no longer exists on the platform</failure>');
});

test('in sync, nothing fails', () => {
  const xml = driftJunit(driftView(driftOf([drifted({ status: 'in_sync' })])));

  expect(xml).toContain(
    '<testsuites name="adsync drift" tests="1" failures="0" errors="0" skipped="0" time="0">',
  );
  expect(xml).not.toMatch(/<failure|<skipped/);
});
