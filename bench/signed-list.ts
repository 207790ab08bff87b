// Signs requests and lists pages, and does nothing else: what any client has to do at least.
import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod';

const pageSchema = z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullish() });

const {
  ADSYNC_ADS_BASE_URL: base = '',
  ADSYNC_CONSUMER_KEY: key = '',
  ADSYNC_CONSUMER_SECRET: secret = '',
  ADSYNC_ACCESS_TOKEN: token = '',
  ADSYNC_ACCESS_TOKEN_SECRET: tokenSecret = '',
} = process.env;
/** The connections of all requests; close them when done. */
export const agent = new Agent();

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function authorization(method: string, address: string, query: Readonly<Record<string, string>>): string {
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
  const text = [method, encode(address), encode(pairs.join('&'))].join('&');
  members['oauth_signature'] = createHmac('sha1', `${encode(secret)}&${encode(tokenSecret)}`)
    .update(text)
    .digest('base64');
  return `OAuth ${Object.entries(members)
    .map(([name, value]) => `${name}="${encode(value)}"`)
    .join(', ')}`;
}

/** Reads a list to its end, one page after another, and gives its records. */
export async function list(
  collection: string,
  filter: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> {
  const address = `${base}/12/accounts/18ce54d4x5t/${collection}`;
  let cursor: string | undefined;
  const records: unknown[] = [];
  do {
    const query: Record<string, string> = {
      ...filter,
      count: '1000',
      ...(cursor === undefined ? {} : { cursor }),
    };
    const answer = await request(address, {
      query,
      dispatcher: agent,
      headers: { authorization: authorization('GET', address, query) },
    });
    const page = pageSchema.safeParse(JSON.parse(await answer.body.text()));
    if (!page.success) throw new Error(`${collection}: ${page.error.message}`);
    records.push(...page.data.data);
    cursor = page.data.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return records;
}

/** Sends one batch of operations, and gives the records of the answer. */
export async function sendBatch(
  collection: string,
  operations: readonly object[],
): Promise<readonly unknown[]> {
  const address = `${base}/12/batch/accounts/18ce54d4x5t/${collection}`;
  const answer = await request(address, {
    method: 'POST',
    body: JSON.stringify(operations),
    dispatcher: agent,
    headers: { authorization: authorization('POST', address, {}), 'content-type': 'application/json' },
  });
  const text = await answer.body.text();
  const page = pageSchema.safeParse(JSON.parse(text));
  if (!page.success) throw new Error(`${collection}: ${text}`);
  return page.data.data;
}
