import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { audienceCases } from './audience-cases.ts';
import { campaignCases } from './campaign-cases.ts';
import { creativeCases } from './creative-cases.ts';
import { planCases } from './plan-cases.ts';

async function rowsOf(file: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}

async function rulesOf(file: string): Promise<readonly string[]> {
  const rows = await rowsOf(file);
  expect(rows.every(([, reason = '']) => /^[A-Za-z].*\.$/.test(reason))).toBe(true);
  return rows.map(([rule = '']) => rule);
}

test('every rule that is to hold before anything is sent is broken by a case, or listed with its reason', async () => {
  const inventory = await rowsOf('../../unit/sandbox/inventory/rules.tsv');
  const wanted = inventory
    .filter(([, , , , enforcedBy = '']) => /engine (validate|plan)-time/.test(enforcedBy))
    .map(([rule = '']) => rule);
  const cases = [...campaignCases, ...creativeCases, ...audienceCases, ...planCases].map(({ rule }) => rule);
  const notViolable = await rulesOf('not-violable.tsv');
  const exceptions = await rulesOf('exceptions.tsv');
  const all = [...cases, ...notViolable, ...exceptions];

  expect(new Set(all).size).toBe(all.length);
  expect(all.toSorted()).toEqual(wanted.toSorted());
  expect(wanted).toHaveLength(181);
  expect(cases.length / (cases.length + exceptions.length)).toBeGreaterThanOrEqual(0.95);
});
