import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StopTrial, startStopTrials } from './stop-trials.ts';

const count = Number(process.env['ADSYNC_STOPS'] ?? 5);
const seed = Number(process.env['ADSYNC_SEED'] ?? 20_261_126);
const trials = {
  close: async (): Promise<void> => undefined,
  trial: async (_seed: number): Promise<StopTrial> => await Promise.reject(new Error('not started')),
};

beforeAll(async () => {
  Object.assign(trials, await startStopTrials());
});
afterAll(async () => await trials.close());

test(
  'resume after stop equals before, less what others changed, wherever either was killed',
  async () => {
    const seen = { kills: 0, outsideChanges: 0, scopes: new Map<string, number>() };
    for (let index = 0; index < count; index += 1) {
      const { scope, kills, outsideChanges, violations } = await trials.trial(seed + index);
      expect(violations, `seed ${seed + index}`).toEqual([]);
      seen.kills += kills;
      seen.outsideChanges += outsideChanges;
      seen.scopes.set(scope, (seen.scopes.get(scope) ?? 0) + 1);
    }
    process.stdout.write(
      `${count} trials from seed ${seed}: ${seen.kills} kills, ${seen.outsideChanges} changes by others, ${JSON.stringify(Object.fromEntries(seen.scopes))}\n`,
    );
    expect(seen.kills).toBeGreaterThan(0);
  },
  count * 30_000,
);
