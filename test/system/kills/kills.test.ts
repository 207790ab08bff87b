import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { runTrial } from './run-trial.ts';
import { createSite, type Site } from './site.ts';
import { databaseState, fileState, type StatePlace } from './state-place.ts';
import { type KillTrial, trialOf } from './trial.ts';

const sites: Site[] = [];
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  sites.push(await createSite(), await createSite());
});
afterAll(async () => {
  await Promise.all([...sites, server].map(async (each) => await each.remove()));
});

/** Trials of the first site keep their state in a file, those of the second in PostgreSQL. */
async function placeAt(index: number, seed: number): Promise<StatePlace> {
  return index === 0 ? fileState(siteAt(index).folder) : await databaseState(server, `kills_${seed}`);
}

/** The site at the index; trials of one site follow each other. */
function siteAt(index: number): Site {
  const site = sites[index];
  if (site === undefined) throw new Error('no site');
  return site;
}

const inSlice = 10;

test('ten applies that SIGKILL ends at random moments are carried on to exactly what is declared, on both stores', async () => {
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed + 1).filter((seed) => isSmall(trialOf(seed)));
  const work = async (index: number) => {
    const results = [];
    for (const seed of seeds.slice(0, inSlice).filter((_, place) => place % sites.length === index)) {
      const state = await placeAt(index, seed);
      results.push(await runTrial(siteAt(index), trialOf(seed), { state }));
    }
    return results;
  };

  const results = (await Promise.all(sites.map(async (_, index) => await work(index)))).flat();

  expect(results.flatMap(({ seed, violations }) => violations.map((each) => ({ seed, ...each })))).toEqual(
    [],
  );
  expect(results).toHaveLength(inSlice);
  expect(results.reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThanOrEqual(inSlice);
}, 300_000);

/** One that needs no long wait and has few kills. */
function isSmall({ atOnce, kills, campaigns }: KillTrial): boolean {
  return !atOnce && kills.length === 1 && campaigns.length < 75;
}

describe('a trial notices', () => {
  const trial: KillTrial = {
    ...trialOf(3),
    campaigns: trialOf(3).campaigns.slice(0, 30),
    kills: [{ afterEvents: 20, thenMs: 0 }],
    plansBetween: false,
  };

  test('when the state forgets what it knew before the kill', async () => {
    const site = siteAt(0);
    const spoil = async (): Promise<void> => {
      await rm(join(site.folder, '.adsync'), { recursive: true, force: true });
    };

    const { violations } = await runTrial(site, trial, { state: fileState(site.folder), spoil });

    expect(violations.map(({ kind }) => kind)).toContain('exit');
  });

  test('when the state cannot be read', async () => {
    const site = siteAt(1);
    const state = fileState(site.folder);
    const torn = async (): Promise<never> => {
      await cp(join(site.folder, 'campaigns.yaml'), join(site.folder, '.adsync', 'state.db'));
      return await Promise.reject(new Error('torn'));
    };

    const { violations } = await runTrial(site, trial, { state: { ...state, read: torn } });

    expect(violations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['state', 'exit']));
  });
});
