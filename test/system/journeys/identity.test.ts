import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

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

test('a campaign that moves and gets a new name says both, and is counted as both', async () => {
  const bench = await createBench(campaigns({ autumn: named('Autumn') }));
  await bench.adsync(['apply', '--yes']);
  const line = 'moved: [{ from: acme-us/campaigns/autumn, to: acme-us/campaigns/winter }]\n';
  await bench.write('campaigns.yaml', campaigns({ winter: named('Winter') }, line));

  const { code, stdout } = await bench.adsync(['plan']);

  expect(code).toBe(0);
  expect(stdout).toMatch(/ > moved from acme-us\/campaigns\/autumn\n +~ name +Autumn → Winter/);
  expect(stdout).toContain('Plan: 1 to update, 1 to move.');
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

/** The id of a live record with this name. */
async function idOf(bench: Bench, collection: string, name: string): Promise<string> {
  return String((await bench.records(collection)).find((record) => record['name'] === name)?.['id']);
}

/** A document whose only campaign is declared by its id. */
const byId = (key: string, id: string, more = ''): string =>
  campaigns({}, more).replace(/campaigns:\n$/, `campaigns: { ${key}: { id: ${id} } }\n`);

test('a campaign declared by its id is not deleted because its former key is gone, nor later', async () => {
  const bench = await createBench(campaigns({ autumn: 'name: Autumn, status: ACTIVE, daily_budget: 5' }));
  await bench.adsync(['apply', '--yes']);
  const id = await idOf(bench, 'campaigns', 'Autumn');
  await bench.write('campaigns.yaml', byId('herbst', id));

  const refused = await bench.adsync(['apply', '--yes']);

  const line = 'moved: [{ from: acme-us/campaigns/autumn, to: acme-us/campaigns/herbst }]';
  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('rename  acme-us/campaigns/autumn');
  expect(refused.stdout).toContain(line);
  await bench.write('campaigns.yaml', byId('herbst', id, `${line}\n`));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', campaigns({}).replace('campaigns:', 'campaigns: {}'));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  expect(await bench.writes()).toHaveLength(2);
  expect(await idOf(bench, 'campaigns', 'Autumn')).toBe(id);
});

/** A document with one audience beside a campaign. */
const withAudience = (entry: string): string =>
  campaigns({ autumn: named('Autumn') }).replace(
    '    campaigns:',
    `    audiences: { ${entry} }\n    campaigns:`,
  );

test('an audience with members, and a campaign that is to be destroyed, stay where they are declared by id', async () => {
  const bench = await createBench(withAudience('buyers: { name: Buyers, users: { file: buyers.csv } }'));
  await bench.write('buyers.csv', 'email\na@example.com\n');
  await bench.adsync(['apply', '--yes']);
  const [audience, campaign] = [
    await idOf(bench, 'custom_audiences', 'Buyers'),
    await idOf(bench, 'campaigns', 'Autumn'),
  ];
  await bench.write('campaigns.yaml', withAudience(`customers: { id: ${audience} }`));

  const refused = await bench.adsync(['apply', '--yes']);

  expect([refused.code, await idOf(bench, 'custom_audiences', 'Buyers')]).toEqual([4, audience]);
  await bench.write('campaigns.yaml', byId('autumn', campaign));
  await bench.adsync(['destroy', '--yes', '--target', 'acme-us/campaigns']);
  expect(await idOf(bench, 'campaigns', 'Autumn')).toBe(campaign);
});

test('one campaign under two addresses is refused before the two undo each other', async () => {
  const one = campaigns({ autumn: 'name: Autumn, status: ACTIVE, daily_budget: 55' });
  const bench = await createBench(one);
  await bench.adsync(['apply', '--yes']);
  const id = await idOf(bench, 'campaigns', 'Autumn');
  await bench.write('campaigns.yaml', `${one}      again: { id: ${id}, daily_budget: 99 }\n`);

  const refused = await bench.adsync(['apply', '--yes']);

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('declared_twice  acme-us/campaigns/again');
  expect(refused.stdout).toContain('Declare each record once');
  expect(await bench.writes()).toHaveLength(2);
});
