import { expect, test } from 'vitest';
import { campaigns, createBench } from '../cli/harness.ts';

const named = (name: string): string => `name: ${name}, daily_budget: 5`;

test('a campaign removed and an unrelated one added is a delete and a create, never an update', async () => {
  const bench = await createBench(campaigns({ autumn: named('Autumn') }));
  await bench.adsync(['apply', '--yes']);
  const before = (await bench.records('campaigns')).find(({ name }) => name === 'Autumn');
  await bench.write('campaigns.yaml', campaigns({ spring: named('Spring') }));

  const applied = await bench.adsync(['apply', '--yes']);

  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain('1 to create, 1 to delete');
  const names = (await bench.records('campaigns')).map(({ id, name }) => ({ id, name }));
  expect(names.map(({ name }) => name)).not.toContain('Autumn');
  expect(names.find(({ name }) => name === 'Spring')?.id).not.toBe(before?.['id']);
});

test('the same name under a new key is refused with the line to paste; with the line it is a move', async () => {
  const bench = await createBench(campaigns({ autumn: named('Autumn') }));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', campaigns({ herbst: named('Autumn') }));

  const refused = await bench.adsync(['plan']);

  const line = 'moved: [{ from: acme-us/campaigns/autumn, to: acme-us/campaigns/herbst }]';
  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain(line);
  await bench.write('campaigns.yaml', campaigns({ herbst: named('Autumn') }, `${line}\n`));
  const moved = await bench.adsync(['apply', '--yes']);
  expect(moved.code).toBe(0);
  expect(await bench.writes()).toHaveLength(1);
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
});

test('a campaign paused by hand is not switched on again without consent', async () => {
  const bench = await createBench(campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 5' }));
  await bench.adsync(['apply', '--yes']);
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  await bench.control('POST', 'mutate', [
    { collection: 'campaigns', id: sale?.['id'], set: { entity_status: 'PAUSED' } },
  ]);

  const refused = await bench.adsync(['apply', '--yes']);
  const agreed = await bench.adsync(['apply', '--yes', '--undo-drift', 'acme-us/campaigns/sale']);

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('was paused outside adsync');
  expect(agreed.code).toBe(0);
});

test('applying us.yaml leaves alone what uk.yaml declared', async () => {
  const uk = campaigns({ london: named('London') })
    .replace('acme-us', 'acme-uk')
    .replace('18ce54d4x5t', '18ce5uk0000')
    .replace('hxtet', 'hxuk1');
  const bench = await createBench();
  await bench.write('us.yaml', campaigns({ york: named('New York') }));
  await bench.write('uk.yaml', uk);
  await bench.adsync(['apply', '--yes', 'us.yaml', 'uk.yaml']);
  await bench.write('us.yaml', campaigns({ boston: named('Boston') }));

  const applied = await bench.adsync(['apply', '--yes', 'us.yaml']);

  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain('out of scope');
  const names = (await bench.records('campaigns')).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['London', 'Boston']));
  expect(names).not.toContain('New York');
});
