// The floor for a plan without changes: signs, lists the same pages one after another, parses them, and does nothing.
import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';

const {
  ADSYNC_ADS_BASE_URL: base = '',
  ADSYNC_CONSUMER_KEY: key = '',
  ADSYNC_CONSUMER_SECRET: secret = '',
  ADSYNC_ACCESS_TOKEN: token = '',
  ADSYNC_ACCESS_TOKEN_SECRET: tokenSecret = '',
} = process.env;
const agent = new Agent();

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function authorization(address: string, query: Readonly<Record<string, string>>): string {
  const members: Record<string, string> = {
    oauth_consumer_key: key,
    oauth_nonce: randomBytes(8).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_token: token,
    oauth_version: '1.0',
  };
  const pairs = Object.entries({ ...query, ...members })
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const text = ['GET', encode(address), encode(pairs.join('&'))].join('&');
  members['oauth_signature'] = createHmac('sha1', `${encode(secret)}&${encode(tokenSecret)}`)
    .update(text)
    .digest('base64');
  return `OAuth ${Object.entries(members)
    .map(([name, value]) => `${name}="${encode(value)}"`)
    .join(', ')}`;
}

async function list(collection: string): Promise<number> {
  const address = `${base}/12/accounts/18ce54d4x5t/${collection}`;
  let cursor: string | undefined;
  let records = 0;
  do {
    const query: Record<string, string> = { count: '1000', ...(cursor === undefined ? {} : { cursor }) };
    const answer = await request(address, {
      query,
      dispatcher: agent,
      headers: { authorization: authorization(address, query) },
    });
    const body: unknown = JSON.parse(await answer.body.text());
    if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data))
      throw new Error(`${collection}: ${JSON.stringify(body)}`);
    records += body.data.length;
    cursor = 'next_cursor' in body && typeof body.next_cursor === 'string' ? body.next_cursor : undefined;
  } while (cursor !== undefined);
  return records;
}

const counts = await Promise.all(['campaigns', 'funding_instruments'].map(list));
console.log(`${counts.join(' + ')} records`);
await agent.close();
