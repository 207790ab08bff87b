// Declares campaigns with alchemy, in the way of its own providers: peer-program.mjs PATH_OF_ALCHEMY COUNT
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createClient } from '../src/platform/client.ts';
import { Secret } from '../src/platform/secret.ts';

const [path = '', count = '60'] = process.argv.slice(2);
const { default: alchemy, Resource } = await import(pathToFileURL(path).href);
const account = '18ce54d4x5t';
const { env } = process;
const client = createClient({
  credentials: {
    consumerKey: env.ADSYNC_CONSUMER_KEY,
    consumerSecret: new Secret(env.ADSYNC_CONSUMER_SECRET),
    accessToken: new Secret(env.ADSYNC_ACCESS_TOKEN),
    accessTokenSecret: new Secret(env.ADSYNC_ACCESS_TOKEN_SECRET),
  },
  addresses: { ads: env.ADSYNC_ADS_BASE_URL, adsSandbox: env.ADSYNC_ADS_SANDBOX_BASE_URL },
  version: '0.0.0',
  timeoutMs: 30_000,
  clock: { now: Date.now, sleep: async (ms) => await sleep(ms) },
  random: Math.random,
});

const Campaign = Resource('adsync::Campaign', async function createCampaign(_id, props) {
  if (this.phase === 'delete') return this.destroy();
  if (this.phase === 'update') return this.output;
  const path = `/12/accounts/${account}/campaigns`;
  const fixed = { funding_instrument_id: 'hxtet', entity_status: 'PAUSED' };
  const query = { ...fixed, daily_budget_amount_local_micro: '5000000', ...props };
  const { body } = await client.call({ host: 'ads', method: 'POST', path, accountId: account, query });
  process.stdout.write('created\n');
  return { ...props, campaignId: body.data.id };
});

const app = await alchemy('campaigns', { phase: 'up', stage: 'trial', quiet: true });
const names = Array.from({ length: Number(count) }, (_, index) => index);
// As many at once as adsync has under way at most.
const lanes = Array.from({ length: 8 }, async () => {
  for (let index = names.shift(); index !== undefined; index = names.shift())
    await Campaign(`c${index}`, { name: `Campaign ${index}` });
});
await Promise.all(lanes);
await app.finalize();
await client.close();
