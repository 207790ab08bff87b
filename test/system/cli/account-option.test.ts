import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

const other = `  acme-uk:
    id: 18ce5uk0000
    campaigns: {}
`;

test('--account takes the platform id of an account as it takes the key', async () => {
  const bench = await createBench();
  await bench.write('campaigns.yaml', `${await bench.read('campaigns.yaml')}${other}`);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  const commands = [
    ['plan'],
    ['drift'],
    ['state', 'list'],
    ['state', 'history'],
    ['state', 'show', 'acme-us/campaigns/sale'],
    ['state', 'unlock', '--yes'],
  ];

  for (const command of commands) {
    const byKey = await bench.adsync([...command, '--account', 'acme-us']);
    const byId = await bench.adsync([...command, '--account', '18ce54d4x5t']);
    const byOther = await bench.adsync([...command, '--account', '18ce5uk0000']);
    expect({ command, ...byId }).toEqual({ command, ...byKey });
    expect({ command, ...byKey }).toMatchObject({ command, code: 0 });
    if (command[1] !== 'unlock') expect({ ...byOther, command }).not.toEqual({ ...byKey, command });
  }
});
