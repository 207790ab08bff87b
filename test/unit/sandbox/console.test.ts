import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });

async function page(path = '/_sandbox/') {
  const response = await fetch(`${client.baseUrl}${path}`);
  return { response, html: await response.text() };
}

test('the console is one page that loads nothing from anywhere', async () => {
  const { response, html } = await page();
  const addresses = [...html.matchAll(/(?:https?:)?\/\/[a-z][\w.-]+/gi)].map(([address]) => address);
  const policy = response.headers.get('content-security-policy') ?? '';

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(addresses).toEqual([]);
  expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?!data:)/);
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/,
  );
  expect(policy).not.toContain('unsafe');
});

test('the address without the slash leads to it', async () => {
  const { response } = await page('/_sandbox');

  expect([response.status, response.redirected]).toEqual([200, true]);
});

test('its script is a script, and every element that it asks for is there', async () => {
  const { html } = await page();
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
  const asked = new Set([...script.matchAll(/(?:ById|byId|numberIn)\("([\w-]+)"/g)].map(([, id]) => id));
  const actions = [...html.matchAll(/data-do="([\w-]+)"/g)].map(([, name]) => name);

  expect(() => new Script(script)).not.toThrow();
  expect(asked.size).toBeGreaterThan(30);
  expect([...asked].filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  expect(actions.filter((name) => !script.includes(`["${name}", `))).toEqual([]);
});

test('everything that takes input has a label, and the parts have names', async () => {
  const { html } = await page();
  const inputs = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([tag]) => tag);
  const labelled = inputs.filter((tag) => {
    const before = html.slice(0, html.indexOf(tag));
    const isInside = before.lastIndexOf('<label') > before.lastIndexOf('</label>');
    const id = /id="([\w-]+)"/.exec(tag)?.[1] ?? '';
    return isInside || html.includes(`for="${id}"`);
  });

  expect(inputs.length).toBeGreaterThan(10);
  expect(labelled).toEqual(inputs);
  expect(
    [...html.matchAll(/<section [^>]*aria-labelledby="([\w-]+)"/g)].every(([, id]) =>
      html.includes(`id="${id}"`),
    ),
  ).toBe(true);
  expect(html).toMatch(/<html lang="en">[\s\S]*<header>[\s\S]*<nav aria-label=[\s\S]*<main>/);
  expect(html.match(/<h1>/g)).toHaveLength(1);
});

test('the status tells the time, how many requests came, and what is held', async () => {
  await client.send('GET', '/12/accounts');
  await client.control('PUT', '/faults', [{ effect: 'delay', ms: 0 }]);

  const { json } = await client.control('GET', '/status');

  expect(json).toMatchObject({ frozen: false, requests: 1, faults: 1, held: 0 });
  expect(JSON.stringify(json)).toContain('"now":"2026-12-01T00:00');
});

test('the log is read in parts', async () => {
  for (let index = 0; index < 5; index += 1) await client.send('GET', '/12/accounts');

  const { json } = await client.control('GET', '/requests?since=2&limit=2');
  const wrong = await client.control('GET', '/requests?limit=0');

  expect(json).toMatchObject([{ n: 3 }, { n: 4 }]);
  expect(wrong.status).toBe(400);
});

const groupsSchema = z.array(
  z.object({
    collection: z.string(),
    total: z.number(),
    records: z.array(z.looseObject({ id: z.string() })),
    next: z.string().nullable(),
  }),
);

async function browse(query: string): Promise<z.infer<typeof groupsSchema>> {
  return groupsSchema.parse((await client.control('GET', `/browse?${query}`)).json);
}

test('accounts are browsed down to what hangs on line items, some at a time', async () => {
  await client.control('POST', '/generate', {
    account_id: us,
    campaigns: 30,
    line_items_per_campaign: 1,
    tracking_tags_per_line_item: 2,
  });
  const accounts = await browse('');
  const groups = new Map(
    (await browse(`collection=accounts&id=${us}`)).map((group) => [group.collection, group] as const),
  );
  const campaigns = groups.get('campaigns');
  const rest = await browse(`collection=accounts&id=${us}&only=campaigns&next=${campaigns?.next}`);
  const tags = await browse('collection=line_items&id=7k000');

  expect(accounts).toMatchObject([{ collection: 'accounts', total: 2, next: null }]);
  expect([campaigns?.total, campaigns?.records.length]).toEqual([31, 25]);
  expect(rest).toMatchObject([{ collection: 'campaigns', total: 31, next: null }]);
  expect(rest[0]?.records.length).toBe(6);
  // What hangs on a campaign is not shown on its account a second time.
  expect(groups.has('line_items')).toBe(false);
  expect(tags).toMatchObject([
    { collection: 'tracking_tags', total: 2, records: [{ line_item_id: '7k000' }, {}] },
  ]);
});

test.each(['collection=campaigns', '', 'collection=accounts&id=nope'])(
  'browsing %o is answered',
  async (query) => {
    expect((await client.control('GET', `/browse?${query}`)).status).toBe(200);
  },
);

test.each([
  'collection=tracking_tags&id=x',
  'collection=__proto__&id=x',
  'collection=accounts&id=x&only=campaigns&next=-1',
])('browsing %o is refused', async (query) => {
  expect((await client.control('GET', `/browse?${query}`)).status).toBe(400);
});
