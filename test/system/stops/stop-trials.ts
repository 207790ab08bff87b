import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ran } from '../../support/run-with.ts';
import { type Random, randomFrom } from '../../support/worlds/random.ts';
import { createSite, type Dumped, type Ended, type Site } from '../kills/site.ts';

const account = '18ce54d4x5t';
const ours = 36;
const foreign = 14;
/** How much later something happens on the platform than what came before, in seconds: longer than a request lasts. */
const laterSeconds = 60;

/** What one trial did, for the closing figures. */
export interface StopTrial {
  readonly scope: 'owned' | 'pattern' | 'all';
  readonly kills: number;
  readonly outsideChanges: number;
  /** What is not as it should be; empty where the law holds. */
  readonly violations: readonly string[];
}

/** A platform with campaigns of ours, which an apply made, and of others; for one trial after the other. */
export async function startStopTrials(): Promise<{
  trial(seed: number): Promise<StopTrial>;
  close(): Promise<void>;
}> {
  const site = await createSite();
  await site.control('PUT', 'limits', { active_campaigns: 200 });
  await writeFile(join(site.folder, 'campaigns.yaml'), documentText());
  const { code, stderr } = await site.runHere(['apply', '--yes']);
  if (code !== 0) throw new Error(stderr);
  await site.control('POST', 'seed', {
    campaigns: Array.from({ length: foreign }, (_, index) => foreignCampaign(index)),
  });
  const initial = await campaignsOf(site);
  return {
    trial: async (seed) => {
      await restore(site, initial);
      return await runTrial(site, seed);
    },
    close: site.remove,
  };
}

function documentText(): string {
  const entries = Array.from({ length: ours }, (_, index): readonly [string, object] => {
    const status = index % 5 === 4 ? 'PAUSED' : 'ACTIVE';
    const fields = { name: `Ours ${index}`, funding_instrument: 'credit', status };
    return [`${index % 2 === 0 ? 'even' : 'odd'}-${index}`, { ...fields, daily_budget: 5 + index }];
  });
  const own = {
    id: account,
    funding_instruments: { credit: { id: 'hxtet' } },
    campaigns: Object.fromEntries(entries),
  };
  return JSON.stringify({ version: 1, accounts: { acme: own } });
}

function foreignCampaign(index: number): object {
  return {
    id: `f0re${index.toString(36)}`,
    account_id: account,
    name: `Theirs ${index}`,
    funding_instrument_id: 'hxtet',
    entity_status: index % 3 === 2 ? 'PAUSED' : 'ACTIVE',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: (3 + index) * 1_000_000,
  };
}

async function campaignsOf(site: Site): Promise<readonly Dumped[]> {
  const all = (await site.dump())['campaigns'] ?? [];
  return all.filter(({ account_id: owner, deleted }) => owner === account && deleted !== true);
}

/** Everything as it was before the first trial; whoever looks takes that for a change by somebody. */
async function restore(site: Site, initial: readonly Dumped[]): Promise<void> {
  await site.control('PUT', 'faults', []);
  await later(site);
  await mutate(
    site,
    initial.map(({ id, entity_status, daily_budget_amount_local_micro }) => ({
      id: String(id),
      set: { entity_status, daily_budget_amount_local_micro },
    })),
  );
}

async function later(site: Site): Promise<void> {
  await site.control('PUT', 'clock', { advance_seconds: laterSeconds });
}

async function mutate(
  site: Site,
  changes: readonly { readonly id: string; readonly set: object }[],
): Promise<void> {
  await site.control(
    'POST',
    'mutate',
    changes.map((change) => ({ collection: 'campaigns', ...change })),
  );
}

/** The status that every campaign must have in the end, and what happened on the way. */
interface Story {
  readonly site: Site;
  readonly random: Random;
  readonly expected: Map<string, string>;
  kills: number;
  outsideChanges: number;
}

async function runTrial(site: Site, seed: number): Promise<StopTrial> {
  const random = randomFrom(seed * 7919 + 13);
  const scope = random.pick(['owned', 'pattern', 'all']);
  const before = await campaignsOf(site);
  const expected = new Map(before.map(({ id, entity_status: status }) => [String(id), String(status)]));
  const story: Story = { site, random, expected, kills: 0, outsideChanges: 0 };
  const extent =
    scope === 'all' ? ['--all', '--account', account] : scope === 'pattern' ? ['acme/campaigns/even-*'] : [];
  const isBeneath = ({ name }: Dumped): boolean =>
    scope === 'all' || (scope === 'owned' ? /^Ours/ : /^Ours \d*[02468]$/).test(String(name));
  const violations: string[] = [];

  const stopped = await killedThenRun(story, ['stop', ...extent, '--reason', `trial ${seed}`, '--yes']);
  if (stopped.code !== 0) violations.push(`stop ended with ${stopped.code}: ${stopped.stderr}`);
  const active = (await campaignsOf(site)).filter(
    (each) => isBeneath(each) && each['entity_status'] === 'ACTIVE',
  );
  if (active.length > 0)
    violations.push(`active beneath the stop: ${active.map(({ name }) => name).join(', ')}`);
  violations.push(...(await applied(story)));
  await outside(story);
  const resumed = await killedThenRun(story, ['resume', '--yes']);
  if (resumed.code !== 0) violations.push(`resume ended with ${resumed.code}: ${resumed.stderr}`);
  const rest = await site.runHere(['resume', '--yes']);
  if (rest.stdout !== 'No stop stands.\n') violations.push(`a stop stands on: ${rest.stdout}${rest.stderr}`);
  for (const { id, name, entity_status: status } of await campaignsOf(site)) {
    const wanted = expected.get(String(id));
    if (status !== wanted) violations.push(`${String(name)} is ${String(status)}, not ${wanted}`);
  }
  const { kills, outsideChanges } = story;
  return { scope, kills, outsideChanges, violations };
}

/** An apply under the stop switches nothing on: what the document says of what stopped is refused. */
async function applied({ site, random }: Story): Promise<readonly string[]> {
  if (random.chance(0.5)) return [];
  const before = await campaignsOf(site);
  const { code, stderr } = await site.runHere(['apply', '--yes']);
  const unexpected = code === 4 ? [] : [`apply under the stop ended with ${code}: ${stderr}`];
  const changed = (await campaignsOf(site)).filter(
    ({ entity_status: status }, index) => status !== before[index]?.['entity_status'],
  );
  return [...unexpected, ...changed.map(({ name }) => `apply switched ${String(name)}`)];
}

/** Runs a command that is killed at some request or moment, up to three times, with changes by others between, and then whole. */
async function killedThenRun(story: Story, argv: readonly string[]): Promise<Ran> {
  const { site, random } = story;
  for (let kills = random.below(4); kills > 0; kills -= 1) {
    const { signal } = await killed(story, argv);
    if (signal !== null) story.kills += 1;
    await later(site);
    await outside(story);
  }
  const ended = await site.runHere(argv);
  await site.atRest();
  // The platform tells times to the second: what somebody does in the second of a stop cannot be told from the stop.
  await later(site);
  return ended;
}

/** Kills a command while a request of it is held, before that is carried out, after it, or some milliseconds later. */
async function killed({ site, random }: Story, argv: readonly string[]): Promise<Ended> {
  const nth = [1 + random.below(9)];
  const effect = random.pick(['hold', 'hold', 'drop_after']);
  await site.control('PUT', 'faults', [{ path: '/12/**', nth, effect }]);
  const since = (await site.requests()).at(-1)?.n ?? 0;
  const running = site.start(argv);
  const [most = 1] = nth;
  const isThere = async (): Promise<boolean> => (await site.requests(since)).length >= most;
  const isOver = (): boolean => running.child.exitCode !== null || running.child.signalCode !== null;
  while (!isOver() && !(await isThere())) await sleep(2);
  if (random.chance(0.3)) await sleep(random.below(40));
  running.child.kill('SIGKILL');
  const ended = await running.ended;
  await site.control('PUT', 'faults', []);
  await site.control('POST', 'release');
  await site.atRest();
  return ended;
}

/** Somebody else switches some campaigns, or changes their budgets; what they leave is to stay so. */
async function outside(story: Story): Promise<void> {
  const { site, random, expected } = story;
  if (random.chance(0.3)) return;
  const all = await campaignsOf(site);
  const count = random.below(5);
  for (let left = count; left > 0; left -= 1) {
    const chosen = random.pick(all);
    if (chosen === undefined) continue;
    const status = random.pick(['ACTIVE', 'PAUSED', chosen['entity_status']]);
    const daily = (1 + random.below(90)) * 1_000_000;
    const id = String(chosen['id']);
    await mutate(site, [{ id, set: { entity_status: status, daily_budget_amount_local_micro: daily } }]);
    expected.set(id, String(status));
  }
  story.outsideChanges += count;
  await later(site);
}
