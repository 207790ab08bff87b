import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../packages/sandbox/src/start-sandbox.ts';
import { sign } from '../test/support/sign.ts';
import type { LoadPlan } from './load.ts';

const rounds = 5;
const connections = 16;
const us = '18ce54d4x5t';
const campaigns = `/12/accounts/${us}/campaigns`;
const run = promisify(execFile);
const resultSchema = z.object({ perSecond: z.number() });

type Requests = LoadPlan['requests'];

/** The sandbox beside a bare server that answers the same bytes, and beside itself with a hundred times the records. */
export async function benchSandboxThroughput(): Promise<void> {
  await besideBareServer();
  await besideItself();
}

async function besideBareServer(): Promise<void> {
  const sandbox = await filled(1000);
  const ids = await campaignIds(sandbox, 200);
  const cases: readonly { name: string; requests: Requests; count: number }[] = [
    { name: 'GET a page of 200', requests: get(campaigns), count: 1500 },
    {
      name: 'PUT a campaign',
      requests: ids.map((id, index) => ({
        method: 'PUT',
        path: `${campaigns}/${id}`,
        form: { name: `Renamed ${index}`, daily_budget_amount_local_micro: '25000000' },
      })),
      count: 6000,
    },
  ];
  console.log(
    `sandbox, signatures checked, ${connections} connections from a second process, median of ${rounds}`,
  );
  for (const { name, requests, count } of cases) {
    const bare = await bareServer(await answerOf(sandbox, requests));
    const pairs = await inTurn(
      () => load(sandbox.baseUrl, sandbox, requests, count),
      () => load(bare.base, sandbox, requests, count),
    );
    await bare.stop();
    report(name, 'bare server', pairs);
  }
  await sandbox.stop();
}

async function besideItself(): Promise<void> {
  const [few, many] = [await filled(1000), await filled(100_000)];
  const cursor = await cursorAfter(many, 50);
  const list = `${campaigns}?count=1000`;
  console.log(`sandbox with 100,000 campaigns beside 1,000, median of ${rounds}`);
  const cases: readonly (readonly [string, Requests, Requests, number])[] = [
    ['GET the first 1,000', get(list), get(list), 200],
    ['GET 1,000 from number 50,000', get(`${list}&cursor=${encodeURIComponent(cursor)}`), get(list), 200],
    ['POST a batch of 10', await batchesFor(many), await batchesFor(few), 1000],
  ];
  for (const [name, withMany, withFew, count] of cases) {
    report(
      name,
      '1,000 campaigns',
      await inTurn(
        () => load(many.baseUrl, many, withMany, count),
        () => load(few.baseUrl, few, withFew, count),
      ),
    );
  }
  await few.stop();
  await many.stop();
}

function get(path: string): Requests {
  return [{ method: 'GET', path }];
}

async function batchesFor(sandbox: Sandbox): Promise<Requests> {
  const ids = await campaignIds(sandbox, 1000);
  return Array.from({ length: 100 }, (_, batch) => ({
    method: 'POST',
    path: `/12/batch/accounts/${us}/campaigns`,
    json: ids.slice(batch * 10, batch * 10 + 10).map((campaign_id) => ({
      operation_type: 'Update',
      params: { campaign_id, name: `Renamed ${batch}` },
    })),
  }));
}

interface Pair {
  readonly measured: number;
  readonly beside: number;
}

/** One after the other, several times, so that a drift of the machine hits both; the first pair only warms up. */
async function inTurn(
  measured: () => Promise<number>,
  beside: () => Promise<number>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round += 1)
    pairs.push({ measured: await measured(), beside: await beside() });
  return pairs.slice(1);
}

function report(name: string, other: string, pairs: readonly Pair[]): void {
  const rate = (of: (pair: Pair) => number): string => middle(pairs.map(of)).toFixed(0).padStart(6);
  const ratio = middle(pairs.map((pair) => pair.measured / pair.beside)).toFixed(2);
  console.log(
    `  ${name.padEnd(30)} ${rate((pair) => pair.measured)}/s  ${other} ${rate((pair) => pair.beside)}/s  ratio ${ratio}`,
  );
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Requests a second. */
async function load(
  base: string,
  { ready: secrets }: Sandbox,
  requests: Requests,
  count: number,
): Promise<number> {
  const plan: LoadPlan = { base, secrets, requests, count, connections };
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, 'load.ts'), JSON.stringify(plan)],
    {
      timeout: 60_000,
    },
  );
  return resultSchema.parse(JSON.parse(stdout)).perSecond;
}

async function filled(count: number): Promise<Sandbox> {
  const sandbox = await startSandbox();
  const answer = await fetch(`${sandbox.ready.admin_url}/generate`, {
    method: 'POST',
    body: JSON.stringify({ account_id: us, campaigns: count, active_share: 0.02 }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return sandbox;
}

const pageSchema = z.object({
  next_cursor: z.string().nullable(),
  data: z.array(z.object({ id: z.string() })),
});

async function listed(sandbox: Sandbox, query: string): Promise<z.infer<typeof pageSchema>> {
  const path = `${campaigns}?${query}`;
  return pageSchema.parse(JSON.parse(await answerOf(sandbox, get(path))));
}

async function campaignIds(sandbox: Sandbox, count: number): Promise<readonly string[]> {
  return (await listed(sandbox, `count=${count}`)).data.map(({ id }) => id);
}

async function cursorAfter(sandbox: Sandbox, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const query = `count=1000${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    cursor = (await listed(sandbox, query)).next_cursor ?? '';
  }
  return cursor;
}

/** What the sandbox answers to the first of the requests. */
async function answerOf({ baseUrl, ready }: Sandbox, [first]: Requests): Promise<string> {
  if (first === undefined) throw new RangeError('no request');
  const { method, path, form = {} } = first;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: sign(method, `${baseUrl}${path}`, ready, { form: Object.entries(form) }) },
    ...(method === 'GET' ? {} : { body: new URLSearchParams(form) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** A server that does nothing but take the request and answer the same bytes. */
async function bareServer(text: string): Promise<{ base: string; stop(): Promise<void> }> {
  const body = Buffer.from(text);
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    base: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
