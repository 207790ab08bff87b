import { expect, test } from 'vitest';
import { z } from 'zod';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { getRecords } from '../../../src/live/get-records.ts';
import { blameRecords } from '../../../src/runs/blame/read-blame.ts';
import { openClient } from '../../../src/runs/session.ts';
import { addressesFrom, credentialsFrom } from '../../../src/runs/settings.ts';
import { withState } from '../../../src/runs/state/edit-state.ts';
import type { Blame, FieldBlame } from '../../../src/schemas/blame.ts';
import { kinds } from '../../../src/schemas/kinds/index.ts';
import { plainText } from '../../../src/schemas/values.ts';
import { sign } from '../../support/sign.ts';
import { silentRun } from '../../support/silent-run.ts';
import { waitingClock } from '../../support/waiting-clock.ts';
import { randomFrom } from '../../support/worlds/random.ts';
import { type Bench, createBench } from '../../system/cli/harness.ts';

const us = '18ce54d4x5t';
const historyCount = 100;
const rounds = 4;
/** Added to every seed. */
const shift = Number(process.env['ADSYNC_SEED'] ?? 0);

/** Who gave a field its value in truth: a run of adsync, a user of the platform, or nobody whom anything names. */
type Truth = { readonly run: string } | { readonly user: string } | 'unnamed';

/** A user of the account, with the word in the token that the sandbox gave. */
interface User {
  readonly id: string;
  readonly name: string;
}

interface Campaign {
  readonly key: string;
  id: string;
  readonly live: Map<string, string>;
  readonly truth: Map<string, Truth>;
}

/** Which of the three names, amounts and order numbers that everybody takes from the same few. */
const pools: Readonly<Record<string, readonly string[]>> = {
  name: ['Spring', 'Summer', 'Autumn'],
  daily_budget_amount_local_micro: ['10000000', '20000000', '30000000'],
  purchase_order_number: ['PO-1', 'PO-2', 'PO-3'],
};
const wires = Object.keys(pools);
const users: readonly [User, ...User[]] = [
  { id: '756201191646691328', name: 'admin' },
  { id: '756201191646691329', name: 'manager' },
  { id: '756201191646691333', name: 'composer' },
];

/** How many campaigns others work on at once. */
const atOnce = 20;

/** When the platform keeps a history: always, from the third round on, or never. */
type Kept = 'always' | 'later' | 'never';

/** Lives of many campaigns in one account, in which adsync and others change the same few fields. */
async function generate(bench: Bench, kept: Kept, seed: number): Promise<readonly Campaign[]> {
  const numbers = randomFrom(seed);
  const random = (): number => numbers.next();
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    if (one === undefined) throw new RangeError('nothing to pick from');
    return one;
  };
  const wait = async (seconds: number): Promise<unknown> =>
    seconds === 0 ? undefined : await bench.control('PUT', 'clock', { advance_seconds: seconds });
  const clock = waitingClock(async (ms) => void (await wait(ms / 1000)));
  const campaigns = Array.from({ length: historyCount }, (_, index): Campaign => {
    return { key: `c${index}`, id: '', live: new Map(), truth: new Map() };
  });
  const declared = new Map(campaigns.map(({ key }) => [key, new Map<string, string>()]));
  const change = async (
    campaign: Campaign,
    wire: string,
    value: string,
    isTold: boolean,
    user: User,
  ): Promise<void> => {
    await put(bench, user, campaign, wire, value);
    if (campaign.live.get(wire) !== value) campaign.truth.set(wire, isTold ? { user: user.id } : 'unnamed');
    campaign.live.set(wire, value);
  };
  let fresh = 0;
  /** One thing that others do: a request, or a change behind the back of every history. */
  const stepOf = (campaign: Campaign, isTold: boolean): (() => Promise<void>) => {
    const wire = pick(wires);
    if (random() < 0.12) {
      fresh += 1;
      const amount = String(40_000_000 + fresh * 10_000);
      const value = wire === 'daily_budget_amount_local_micro' ? amount : `New ${fresh}`;
      return async () => {
        await mutate(bench, campaign, wire, value);
        campaign.truth.set(wire, 'unnamed');
        campaign.live.set(wire, value);
      };
    }
    const value = wordFor(wire, campaign.key, pick(pools[wire] ?? []));
    const user = pick(users);
    return async () => await change(campaign, wire, value, isTold, user);
  };
  for (let round = 0; round < rounds; round += 1) {
    const isKept = kept === 'always' || (kept === 'later' && round >= 2);
    await bench.control('PUT', 'limits', { account_history: isKept ? 'allowlisted' : 'refused' });
    // What adsync does, in one run.
    const chosen = round === 0 ? campaigns : campaigns.filter(() => random() < 0.3);
    for (const { key } of chosen)
      for (const wire of wires)
        if (round === 0 || random() < 0.5)
          declared.get(key)?.set(wire, wordFor(wire, key, pick(pools[wire] ?? [])));
    await bench.write('campaigns.yaml', documentOf(declared));
    const targets = round === 0 ? [] : chosen.flatMap(({ key }) => ['--target', `acme-us/campaigns/${key}`]);
    // Somebody else is at work right before the run, and right after it, on what it changes.
    const rushed = isKept ? chosen.slice(0, 25) : [];
    const rush = async (): Promise<void> => {
      const changes = rushed.map((campaign) => {
        const wire = pick(wires);
        const by = random() < 0.7 ? users[0] : pick(users);
        const value = wordFor(wire, campaign.key, pick(pools[wire] ?? []));
        return { campaign, wire, value, by };
      });
      await Promise.all(
        changes
          .filter(({ campaign }) => campaign.id !== '')
          .map(async ({ campaign, wire, value, by }) => change(campaign, wire, value, true, by)),
      );
    };
    await rush();
    const applied = await bench.adsync(['apply', '--yes', '--quiet', ...targets], { clock });
    expect({ seed, round, ...applied }).toMatchObject({ seed, round, code: 0, stderr: '' });
    const run = { run: '' };
    for (const { key, live, truth } of chosen) {
      for (const [wire, value] of declared.get(key) ?? []) {
        if (live.get(wire) !== value) truth.set(wire, run);
        live.set(wire, value);
      }
    }
    await rush();
    run.run = await lastRun(bench);
    if (round === 0) await findIds(bench, campaigns);
    // Two changes within seconds of a write, which cancel each other out, leave no trace without a history.
    await wait(isKept ? pick([0, 0, 1, 30, 4000]) : pick([5, 30, 4000]));
    // What others do: by requests, and behind the back of every history.
    for (let first = 0; first < campaigns.length; first += atOnce) {
      const works = campaigns.slice(first, first + atOnce).map((campaign) => {
        const steps: (() => Promise<void>)[] = [];
        while (random() < 0.4) steps.push(stepOf(campaign, isKept));
        return steps;
      });
      await Promise.all(
        works.map(async (steps) => {
          for (const step of steps) await step();
        }),
      );
      await wait(pick([0, 1, 2, 20]));
    }
    await wait(pick([0, 3, 600]));
  }
  return campaigns;
}

/** No two campaigns have one name. */
function wordFor(wire: string, key: string, word: string): string {
  return wire === 'name' ? `${word} ${key}` : word;
}

function documentOf(declared: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  const names: Readonly<Record<string, string>> = { daily_budget_amount_local_micro: 'daily_budget' };
  const lines = [...declared].map(([key, values]) => {
    const fields = [...values].map(([wire, value]) =>
      wire in names ? `${names[wire]}: ${Number(value) / 1_000_000}` : `${wire}: ${value}`,
    );
    return `      ${key}: { funding_instrument: credit, ${fields.join(', ')} }\n`;
  });
  return `version: 1
policy: { undo_drift: allow, max_budget_factor: 1000, names: {} }
accounts:
  acme-us:
    id: ${us}
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
${lines.join('')}`;
}

const runsSchema = z.array(z.object({ run: z.string() }));

async function lastRun(bench: Bench): Promise<string> {
  const { stdout } = await bench.adsync(['state', 'history', '--json']);
  const last = runsSchema.parse(JSON.parse(stdout)).at(-1);
  if (last === undefined) throw new Error('no run');
  return last.run;
}

async function findIds(bench: Bench, campaigns: readonly Campaign[]): Promise<void> {
  const { stdout } = await bench.adsync(['state', 'list', '--json']);
  const entries = z.array(z.object({ address: z.string(), id: z.string() })).parse(JSON.parse(stdout));
  const ids = new Map(entries.map(({ address, id }) => [address, id]));
  for (const campaign of campaigns) campaign.id = ids.get(`acme-us/campaigns/${campaign.key}`) ?? '';
}

async function mutate(bench: Bench, { id }: Campaign, wire: string, value: string): Promise<void> {
  const set = { [wire]: wire === 'daily_budget_amount_local_micro' ? Number(value) : value };
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id, set }]);
}

async function put(bench: Bench, user: User, { id }: Campaign, wire: string, value: string): Promise<void> {
  const { ready } = bench.sandbox;
  const secrets = {
    ...ready,
    access_token: `${user.id}-sandbox${user.name}Token`,
    access_token_secret: `sandbox${user.name}TokenSecret`,
  };
  const url = `${ready.ads_base_url}/12/accounts/${us}/campaigns/${id}?${new URLSearchParams({ [wire]: value }).toString()}`;
  const answer = await fetch(url, { method: 'PUT', headers: { authorization: sign('PUT', url, secrets) } });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Who is named for the fields of campaigns, from one reading of the journal. */
async function blames(bench: Bench, ids: readonly string[]): Promise<readonly Blame[]> {
  const environment = sandboxEnvironment(bench.sandbox.ready);
  const run = silentRun({
    cwd: bench.folder,
    stateUrl: `sqlite:${bench.folder}/.adsync/state.db`,
    addresses: addressesFrom(environment),
    credentials: () => credentialsFrom(environment),
  });
  const client = openClient(run);
  const reader = { client, accountId: us, seal: undefined };
  const choice = { kind: kinds.campaign, ids, parentIds: [], deletedToo: true };
  try {
    return await withState(run, 'read', async (store) =>
      blameRecords(client, store.history(), await getRecords(reader, choice), run.clock.now()),
    );
  } finally {
    await client.close();
  }
}

/** What is said, held against the truth. */
function judged({ by, wire }: FieldBlame, truth: Truth | undefined): 'right' | 'unknown' | `wrong ${string}` {
  if (by === undefined) return 'unknown';
  const said = by.actor === 'adsync' ? by.run : by.userId;
  const is = truth === undefined || truth === 'unnamed' ? 'unnamed' : 'run' in truth ? truth.run : truth.user;
  return said === is ? 'right' : `wrong ${wire}: ${said} for ${is}`;
}

test.each<[Kept, seed: number, least: number]>([
  ['always', 1, 0.4],
  ['later', 2, 0.15],
  ['never', 3, 0.08],
])('with a history kept %s, whoever is named for a value gave it (seed %i)', async (kept, seed, least) => {
  const bench = await createBench();
  const campaigns = await generate(bench, kept, seed + shift);
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const verdicts: string[] = [];
  const actors = new Set<string | undefined>();
  for (const { id, fields } of await blames(bench, [...byId.keys()])) {
    const campaign = byId.get(id);
    for (const field of fields.filter(({ wire }) => wires.includes(wire))) {
      const shown = { id, wire: field.wire, value: plainText(field.value) };
      expect(shown).toEqual({ ...shown, value: campaign?.live.get(field.wire) });
      verdicts.push(judged(field, campaign?.truth.get(field.wire)));
      actors.add(field.by?.actor);
    }
  }
  expect(actors).toEqual(
    new Set(kept === 'never' ? ['adsync', undefined] : ['adsync', 'platform', undefined]),
  );
  expect(verdicts.filter((verdict) => verdict.startsWith('wrong'))).toEqual([]);
  expect(verdicts).toHaveLength(historyCount * wires.length);
  expect(verdicts.filter((verdict) => verdict === 'right').length).toBeGreaterThan(verdicts.length * least);
});
