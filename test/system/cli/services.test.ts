import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { endpointRows } from '../../unit/sandbox/walk/inventory.ts';
import { createBench } from './harness.ts';

test('every endpoint has a command, a kind or a method that reaches it, and every command is one', async () => {
  const page = await readFile(new URL('../../../docs/services.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+ \/[^`]*)` \|(.*)\|(.*)\|$/gm)].map(([, ...cells]) =>
    cells.map((cell) => cell.trim()),
  );
  const commands = new Set([...page.matchAll(/`adsync ([a-z-]+)/g)].map(([, name = '']) => name));
  const { stdout: help } = await (await createBench()).adsync(['--help']);

  expect(new Set(rows.map(([endpoint]) => endpoint))).toEqual(
    new Set(endpointRows.map(({ method, path }) => `${method} ${path}`)),
  );
  expect(rows).toHaveLength(endpointRows.length);
  expect(rows.filter((cells) => cells.some((cell) => cell === ''))).toEqual([]);
  expect([...commands].filter((name) => !new RegExp(`^  ${name} `, 'm').test(help))).toEqual([]);
});
