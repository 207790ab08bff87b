import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsOf } from './support/load.ts';

const folder = path.join(import.meta.dirname, 'wrong-documents');

describe('every wrong document gives exactly the problems of its expected.txt', () => {
  test.each(readdirSync(folder))('%s', async (name) => {
    const expected = readFileSync(path.join(folder, name, 'expected.txt'), 'utf8');

    const problems = await problemsOf(path.join(folder, name));

    expect(`${problems}\n`).toBe(expected);
  });
});
