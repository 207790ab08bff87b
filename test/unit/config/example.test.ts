import path from 'node:path';
import { expect, test } from 'vitest';
import { loadFolder } from './support/load.ts';

const root = path.join(import.meta.dirname, '../../..');

test('the example declares two accounts and a dozen campaigns, money a multiple of 0.01', async () => {
  const document = await loadFolder(root, ['examples/shop/campaigns.yaml']);

  expect(document.accounts.map(({ key, id }) => [key, id])).toEqual([
    ['acme-us', '18ce54d4x5t'],
    ['acme-uk', '18ce5uk0000'],
  ]);
  expect(document.resources.filter(({ kind }) => kind === 'campaign')).toHaveLength(12);
  const amounts = document.resources.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([wire, value]) =>
      wire.endsWith('_local_micro') && typeof value === 'number' ? [value] : [],
    ),
  );
  expect(amounts.length).toBeGreaterThan(20);
  expect(amounts.filter((micro) => micro % 10_000 !== 0)).toEqual([]);
});
