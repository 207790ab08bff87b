import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import {
  applyPlan,
  createPlan,
  DocumentError,
  Interrupted,
  loadDocument,
  type RunOptions,
  readDrift,
} from '../../../src/runs/index.ts';

const document = `version: 1
variables: { daily: 55.00 }
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      spring: { name: Spring, funding_instrument: credit, daily_budget: "\${var.daily}" }
      summer: { name: Summer, funding_instrument: credit, daily_budget: 20.00 }
`;
const [spring, summer] = ['acme-us/campaigns/spring', 'acme-us/campaigns/summer'];

let folder: string;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let options: RunOptions;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
});

beforeEach(async () => {
  await control('reset', undefined);
  folder = await mkdtemp(join(tmpdir(), 'adsync-library-'));
  await writeFile(join(folder, 'campaigns.yaml'), document);
  const { ready } = sandbox;
  options = {
    cwd: folder,
    credentials: {
      consumerKey: ready.consumer_key,
      consumerSecret: ready.consumer_secret,
      accessToken: ready.access_token,
      accessTokenSecret: ready.access_token_secret,
    },
    environment: {
      ADSYNC_ADS_BASE_URL: ready.ads_base_url,
      ADSYNC_ADS_SANDBOX_BASE_URL: ready.ads_sandbox_base_url,
    },
    state: `sqlite:${join(folder, 'state.db')}`,
    clock: clockThatWaitsForNothing(),
  };
  return async () => await rm(folder, { recursive: true, force: true });
});

afterAll(async () => await sandbox.stop());

/** Waiting moves its time, and takes none. */
function clockThatWaitsForNothing(): NonNullable<RunOptions['clock']> {
  let waited = 0;
  return {
    now: () => Date.now() + waited,
    sleep: async (ms) => {
      waited += ms;
    },
  };
}

async function control(path: string, body: unknown): Promise<void> {
  const json = { 'content-type': 'application/json' };
  await fetch(`${sandbox.baseUrl}/_sandbox/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: json }),
  });
}

const dumpSchema = z.object({ campaigns: z.array(z.object({ id: z.string(), name: z.string() })) });

async function dailyBudget(name: string, micro: number): Promise<void> {
  const dump = dumpSchema.parse(await (await fetch(`${sandbox.baseUrl}/_sandbox/dump`)).json());
  const id = dump.campaigns.find((campaign) => campaign.name === name)?.id;
  await control('mutate', [{ collection: 'campaigns', id, set: { daily_budget_amount_local_micro: micro } }]);
}

test('a document with values of variables; problems are told with their places', async () => {
  const { resources } = await loadDocument({ ...options, variables: { daily: '9.50' } });

  expect(resources.find(({ address }) => address === spring)?.fields).toMatchObject({
    daily_budget_amount_local_micro: 9_500_000,
  });
  await writeFile(join(folder, 'campaigns.yaml'), 'version: 1\naccounts: 5\n');
  await expect(loadDocument(options)).rejects.toThrow(DocumentError);
});

test('a plan is limited to targets and nothing is written', async () => {
  const { changes } = await createPlan({ ...options, targets: ['acme-us/campaigns/sp*'] });
  const all = await createPlan({ ...options, account: 'acme-us' });

  expect(changes.map(({ address }) => address)).toEqual([spring]);
  expect(all.changes.map(({ address }) => address)).toEqual([spring, summer]);
});

test('nothing is sent without approval; with approval all is applied, and told step by step', async () => {
  const events: string[] = [];
  const onEvent = ({ type }: { readonly type: string }): void => void events.push(type);

  await expect(applyPlan({ ...options, onEvent, approve: () => false })).rejects.toMatchObject({
    code: 'ADSYNC_DECLINED',
  });
  expect(events).toEqual([]);
  const { result } = await applyPlan({ ...options, onEvent, approve: ({ summary }) => summary.create === 2 });
  expect(result.applied.map(({ address }) => address)).toEqual([spring, summer]);
  expect(events).toContain('change_applied');
  expect((await createPlan(options)).changes).toEqual([]);
});

test('a plan that was made before is carried out for its account and targets, unless something changed since', async () => {
  const plan = await createPlan({ ...options, account: 'acme-us', targets: [spring] });
  const { result } = await applyPlan({ ...options, plan });

  expect(result.applied.map(({ address }) => address)).toEqual([spring]);
  await writeFile(join(folder, 'campaigns.yaml'), document.replace('daily: 55.00', 'daily: 60.00'));
  const later = await createPlan({ ...options, targets: [spring] });
  await dailyBudget('Spring', 30_000_000);
  await expect(applyPlan({ ...options, plan: later })).rejects.toMatchObject({ code: 'ADSYNC_PLAN_STALE' });
});

test('what people lowered is told as drift, and undone with consent only', async () => {
  await applyPlan(options);
  await dailyBudget('Spring', 30_000_000);
  const { in_sync: inSync, resources } = await readDrift(options);
  const outside = resources.filter(({ status }) => status === 'modified').map(({ address }) => address);

  expect([inSync, outside]).toEqual([false, [spring]]);
  await expect(applyPlan(options)).rejects.toMatchObject({ code: 'ADSYNC_PLAN_REFUSED' });
  const { result } = await applyPlan({ ...options, consents: { undoDrift: [spring] } });
  expect(result.failed).toEqual([]);
});

test('what is aborted before anything is sent sends nothing', async () => {
  const abort = new AbortController();
  const notes: string[] = [];
  const interrupted = applyPlan({
    ...options,
    signal: abort.signal,
    onNote: (line) => void notes.push(line),
    approve: () => {
      abort.abort();
      return true;
    },
  });

  await expect(interrupted).rejects.toThrow(Interrupted);
  expect((await createPlan(options)).changes).toHaveLength(2);
});

test('credentials and the platform come from a profile where a program gives neither', async () => {
  const { ready } = sandbox;
  const profile = [
    `consumer_key: ${ready.consumer_key}`,
    `consumer_secret: ${ready.consumer_secret}`,
    `access_token: ${ready.access_token}`,
    `access_token_secret: ${ready.access_token_secret}`,
    `ads_base_url: ${ready.ads_base_url}`,
    `ads_sandbox_base_url: ${ready.ads_sandbox_base_url}`,
    `base_url: ${ready.base_url}`,
  ].join('\n');
  await mkdir(join(folder, 'profiles'));
  await writeFile(join(folder, 'profiles', 'staging.yaml'), profile, { mode: 0o600 });
  const bare = { cwd: folder, environment: { ADSYNC_CONFIG_DIR: folder } };

  const plan = await createPlan({ ...bare, profile: 'staging' });

  expect(plan.summary).toMatchObject({ create: 2 });
  await expect(createPlan(bare)).rejects.toMatchObject({ code: 'ADSYNC_CREDENTIALS_MISSING' });
  await expect(createPlan({ ...bare, profile: 'prod' })).rejects.toMatchObject({
    code: 'ADSYNC_PROFILE_UNKNOWN',
  });
});

test('without credentials nothing is asked of the platform', async () => {
  const { credentials: _left, ...others } = options;

  await expect(createPlan(others)).rejects.toMatchObject({ code: 'ADSYNC_CREDENTIALS_MISSING' });
});
