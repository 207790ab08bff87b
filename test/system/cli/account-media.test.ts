import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

const documentOf = (media: string): string =>
  `version: 1\naccounts:\n  acme-us:\n    id: 18ce54d4x5t\n    account_media: {${media}}\n`;

test('account media that is only referred to stays, and goes once it was taken over', async () => {
  const bench = await createBench(documentOf(' spot: { id: 3wpx } '));
  const ids = async () => (await bench.records('account_media')).map(({ id }) => id);
  const apply = async () => await bench.adsync(['apply', '--yes', '--override', 'max_deletes']);
  const before = await ids();
  await apply();
  await bench.write('campaigns.yaml', documentOf(''));
  await apply();

  expect(await ids()).toEqual(before);

  await bench.write('campaigns.yaml', documentOf(' spot: { id: 3wpx, lifecycle: { adopt: true } } '));
  await apply();
  await bench.write('campaigns.yaml', documentOf(''));
  const { code, stdout } = await apply();

  expect([code, stdout]).toEqual([0, expect.stringMatching(/- delete, cannot be undone/)]);
  expect(await ids()).toEqual(before.filter((id) => id !== '3wpx'));
  expect((await bench.writes()).map((each) => each.split('?')[0])).toEqual([
    'DELETE /12/accounts/18ce54d4x5t/account_media/3wpx',
  ]);
});
