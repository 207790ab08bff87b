import { expect, test } from 'vitest';
import { endpointRows, fieldRows, paramRows, ruleRows } from './inventory.ts';
import { provedRules, untestable } from './proved-rules.ts';
import { walkedRules } from './walked-rules.ts';

const proved = provedRules();
const known = new Set(ruleRows.map(({ id }) => id));

test('every rule that the sandbox has to see to is proved, or has a reason not to be', () => {
  const missing = ruleRows.filter(({ id, isServers }) => isServers && !proved.has(id) && !untestable.has(id));

  expect(missing.map(({ id, area, subject }) => `${id} ${area}: ${subject}`)).toEqual([]);
});

test('nothing is called untestable that a test proves, nor without a reason', () => {
  const wrong = [...untestable].filter(([id, reason]) => proved.has(id) || !known.has(id) || reason === '');

  expect(wrong).toEqual([]);
});

test('titles and tables name rules and rows that are there', () => {
  const rows = new Set([...endpointRows, ...paramRows, ...fieldRows].map(({ id }) => id));
  const unknown = [...walkedRules].flatMap(([rule, by]) =>
    by.filter((row) => !rows.has(row)).map((row) => `${rule}: ${row}`),
  );

  expect([...unknown, ...[...proved].filter((id) => !known.has(id))]).toEqual([]);
});
