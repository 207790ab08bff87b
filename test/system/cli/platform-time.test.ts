import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from './harness.ts';

/** A sandbox that is years ahead of the clock of this machine. */
async function benchAt(time: string, document: string): Promise<Bench> {
  const bench = await createBench(document);
  await bench.control('PUT', 'clock', { now: time });
  return bench;
}

const freeze = (from: string, to: string): string => `policy: { freeze: [{ from: ${from}, to: ${to} }] }\n`;

test.each([
  ['during a freeze', freeze('2090-12-24T00:00:00Z', '2090-12-27T00:00:00Z'), 4],
  ['after a freeze that this machine is in', freeze('2020-01-01T00:00:00Z', '2090-12-01T00:00:00Z'), 0],
])('freeze goes by the time of the platform: %s', async (_, policy, code) => {
  const bench = await benchAt('2090-12-25T10:00:00Z', campaigns(undefined, policy));

  const planned = await bench.adsync(['plan']);
  const applied = await bench.adsync(['apply', '--yes']);

  expect([planned.code, applied.code]).toEqual([code, code]);
  expect((await bench.writes()).length > 0).toBe(code === 0);
});

test('members are in for 13 months by the time of the platform', async () => {
  const document = `version: 1
accounts:
  acme-us: { id: 18ce54d4x5t, audiences: { a: { id: 1nmth, users: { file: a.csv } } } }
`;
  const bench = await benchAt('2090-01-15T10:00:00Z', document);
  await bench.write('a.csv', 'handle\nacme\nother\n');

  expect((await bench.adsync(['plan'])).stdout).toContain('none → 2 members until 2091-02-15');
});
