import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import {
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../packages/sandbox/src/start-sandbox.ts';
import { SandboxClient, us } from './sandbox-client.ts';

const base = `/12/accounts/${us}`;
const campaign = { funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: 1_000_000 };
let folder = '';
let data = '';
let running: Sandbox | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsync-data-'));
  data = join(folder, 'sandbox.db');
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true });
});

async function open(options: SandboxOptions = {}): Promise<SandboxClient> {
  running = await startSandbox({ data, ...options });
  return clientOf(running.baseUrl, running.ready);
}

async function reopen(options: SandboxOptions = {}): Promise<SandboxClient> {
  await running?.stop();
  return open(options);
}

function clientOf(baseUrl: string, secrets: SandboxClient['secrets']): SandboxClient {
  const client = new SandboxClient();
  client.baseUrl = baseUrl;
  client.secrets = secrets;
  return client;
}

test('everything is there again after a restart: records, order, ids, clock, limits, faults', async () => {
  const first = await open();
  const instance = await instanceOf(first);
  const longId = '9223372036854775807';
  const names = ['A', 'B', 'C'];
  for (const name of names) await first.send('POST', `${base}/campaigns`, { json: { ...campaign, name } });
  await first.control('POST', '/seed', { users: [{ id: longId, screen_name: 'long' }] });
  await first.control('POST', '/mutate', [{ collection: 'campaigns', id: '9k002', remove: true }]);
  await first.control('PUT', '/clock', { now: '2027-01-01T00:00:00Z', frozen: true });
  await first.control('PUT', '/limits', { active_campaigns: 7, rates: { global_reads: 'off' } });
  await first.control('PUT', '/faults', [
    { effect: 'status', nth: [3] },
    { effect: 'delay', ms: 0, probability: 0.5, seed: 3 },
  ]);
  await first.send('GET', '/12/accounts');
  const before = await first.control('GET', '/dump');
  const limits = (await first.control('GET', '/limits')).json;

  const again = await reopen();

  expect((await again.control('GET', '/dump')).text).toBe(before.text);
  expect((await again.control('GET', '/limits')).json).toEqual(limits);
  expect((await again.control('GET', '/clock')).json).toEqual({ now: '2027-01-01T00:00:00Z', frozen: true });
  expect((await again.send('GET', '/12/accounts')).status).toBe(200);
  expect((await again.send('GET', '/12/accounts')).status).toBe(503);
  expect(await instanceOf(again)).toBe(instance);
  const made = await again.send('POST', `${base}/campaigns`, { json: { ...campaign, name: 'D' } });
  expect(made.id).toBe('9k003');
  const listed = await again.send('GET', `${base}/campaigns`, { query: { q: '' } });
  expect(listed.codes).toEqual(['INVALID_PARAMETER']);
  const all = await again.send('GET', `${base}/campaigns`);
  expect(all.records.map((record) => record['name'])).toEqual(['Evergreen', 'A', 'B', 'D']);
});

async function instanceOf(client: SandboxClient): Promise<string | null> {
  return (await client.send('GET', `${base}/campaigns`)).headers.get('x-sandbox-instance');
}

test('a reset empties the file down to the seed', async () => {
  const first = await open();
  const seeded = (await first.control('GET', '/dump')).json;
  await first.control('POST', '/generate', { account_id: us, campaigns: 50 });
  await first.control('PUT', '/limits', { active_campaigns: 7 });

  const instance = await instanceOf(first);
  await first.control('POST', '/reset');
  expect(await instanceOf(first)).not.toBe(instance);
  const again = await reopen();

  expect(ids((await again.control('GET', '/dump')).json)).toEqual(ids(seeded));
  expect((await again.control('GET', '/limits')).json).toMatchObject({ active_campaigns: {} });
});

function ids(dump: unknown): unknown {
  const records = z.record(z.string(), z.array(z.looseObject({ id: z.string() }))).parse(dump);
  return Object.entries(records).map(([name, list]) => [name, list.map(({ id }) => id)]);
}

test('the file and what SQLite keeps beside it are for this user alone', async () => {
  await open();

  const files = (await readdir(folder)).toSorted();
  const modes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mode & 0o777));

  expect(files).toContain('sandbox.db');
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

test('a file that was there before for all to read is for this user alone once it is opened', async () => {
  await open();
  await chmod(data, 0o644);

  await reopen();

  const files = await readdir(folder);
  const modes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mode & 0o777));
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

test('so is one behind a link, with what SQLite keeps beside it', async () => {
  await open();
  const real = join(folder, 'real');
  await mkdir(real);
  await reopen();
  await running?.stop();
  running = undefined;
  await rename(data, join(real, 'data.db'));
  await symlink(join(real, 'data.db'), data);
  await chmod(join(real, 'data.db'), 0o644);

  await open();

  const files = await readdir(real);
  const modes = await Promise.all(files.map(async (file) => (await stat(join(real, file))).mode & 0o777));
  expect(files.length).toBeGreaterThan(1);
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

test('what a link leads to is refused where it is no data file, and stays as it is', async () => {
  const document = join(folder, 'campaigns.yaml');
  await writeFile(document, 'version: 1\n');
  await symlink(document, data);

  await expect(open()).rejects.toThrow('cannot be opened as a data file');

  expect(await readFile(document, 'utf8')).toBe('version: 1\n');
});

test('a batch that is refused leaves nothing in the file', async () => {
  const first = await open();
  const operations = Array.from({ length: 10 }, (_, index) => ({
    operation_type: 'Create',
    params: { ...campaign, ...(index === 9 ? {} : { name: `N${index}` }) },
  }));

  const { status } = await first.send('POST', `/12/batch/accounts/${us}/campaigns`, { json: operations });
  await first.send('POST', `${base}/campaigns`, { json: { ...campaign, name: 'after' } });
  const again = await reopen();

  const left = await again.send('GET', `${base}/campaigns`);
  expect([status, left.records.map((record) => record['name'])]).toEqual([400, ['Evergreen', 'after']]);
});

test('the time that is asked for goes before the time in the file', async () => {
  const first = await open({ clock: '2030-01-01T00:00:00Z' });
  await first.control('PUT', '/clock', { advance_seconds: 86_400 });

  const kept = (await (await reopen()).control('GET', '/clock')).text;
  const asked = (await (await reopen({ clock: '2031-01-01T00:00:00Z' })).control('GET', '/clock')).text;

  expect([kept, asked]).toEqual([
    expect.stringContaining('2030-01-02T00:00:0'),
    expect.stringContaining('2031-01-01T00:00:0'),
  ]);
});

test('what cannot be a data file is refused with the reason', async () => {
  const text = join(folder, 'text.db');
  await writeFile(
    text,
    'This is a text, and longer than any header of a database would ever be. '.repeat(20),
  );
  const other = join(folder, 'other.db');
  runSql(other, 'create table notes (text)');
  const later = join(folder, 'later.db');
  await (await startSandbox({ data: later })).stop();
  runSql(later, 'pragma user_version = 99');

  await expect(startSandbox({ data: text })).rejects.toThrow('not a database');
  await expect(startSandbox({ data: other })).rejects.toThrow('belongs to another program');
  await expect(startSandbox({ data: later })).rejects.toThrow('later version');
  await expect(startSandbox({ data: join(folder, 'no', 'such') })).rejects.toThrow('cannot be opened');
  await expect(startSandbox({ data, seed: { accounts: [{ nmae: 'x' }] } })).rejects.toThrow(
    'no field "nmae"',
  );
  await open();
  await expect(startSandbox({ data })).rejects.toThrow('another sandbox uses it');
});

function runSql(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const readySchema = z.object({
  base_url: z.string(),
  consumer_key: z.string(),
  consumer_secret: z.string(),
  access_token: z.string(),
  access_token_secret: z.string(),
});

/** What clients got answers to: campaigns, the last name of each, which of them are deleted, and how many answers. */
interface Load {
  readonly created: Set<string>;
  readonly names: Map<string, string>;
  readonly deleted: Set<string>;
  answers: number;
}

test('a kill at any moment under load loses nothing that was answered', async () => {
  const load: Load = { created: new Set(), names: new Map(), deleted: new Set(), answers: 0 };
  for (const [round, until] of [25, 90, 200].entries()) {
    const child = spawn(process.execPath, ['test/unit/sandbox/fixtures/serve-data.ts', data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines: unknown = await once(createInterface(child.stdout), 'line');
    const [line] = z.tuple([z.string()]).parse(lines);
    const ready = readySchema.parse(JSON.parse(line));
    const client = clientOf(ready.base_url, ready);
    await client.control('PUT', '/limits', { active_campaigns: 1_000_000 });
    const writers = [0, 1, 2, 3].map((worker) => writeUntilGone(client, `${round}-${worker}`, load));
    await vi.waitUntil(() => load.answers >= until, { timeout: 15_000, interval: 1 });
    child.kill('SIGKILL');
    await Promise.all([...writers, once(child, 'exit')]);
  }

  const client = await open();

  const dump = z
    .object({ campaigns: z.array(z.object({ id: z.string(), name: z.string(), deleted: z.boolean() })) })
    .parse((await client.control('GET', '/dump')).json);
  const kept = new Map(dump.campaigns.map((record) => [record.id, record]));
  const lost = [...load.names].filter(([id, name]) => kept.get(id)?.name !== name);
  expect(lost).toEqual([]);
  expect([...load.created].filter((id) => !kept.has(id))).toEqual([]);
  expect([...load.deleted].filter((id) => kept.get(id)?.deleted !== true)).toEqual([]);
  // A batch is there as a whole or not at all.
  const members = dump.campaigns.filter(({ name }) => name.includes('batch'));
  const perBatch = [...Map.groupBy(members, ({ name }) => name).values()];
  expect(perBatch.length).toBeGreaterThan(20);
  expect(perBatch.filter(({ length }) => length !== 5)).toEqual([]);
}, 60_000);

async function writeUntilGone(client: SandboxClient, worker: string, load: Load): Promise<void> {
  const send: SandboxClient['send'] = async (method, path, sending) => {
    const answer = await client.send(method, path, sending);
    load.answers += 1;
    expect(answer.status).toBe(200);
    return answer;
  };
  try {
    for (let index = 0; ; index += 1) {
      const name = `${worker}-${index}`;
      const { id } = await send('POST', `${base}/campaigns`, { json: { ...campaign, name } });
      load.created.add(id);
      await send('PUT', `${base}/campaigns/${id}`, { query: { name: `${name}-renamed` } });
      load.names.set(id, `${name}-renamed`);
      if (index % 3 === 0) {
        await send('DELETE', `${base}/campaigns/${id}`);
        load.deleted.add(id);
      }
      const params = { ...campaign, name: `${name}-batch` };
      const operations = Array.from({ length: 5 }, () => ({ operation_type: 'Create', params }));
      const batch = await send('POST', `/12/batch/accounts/${us}/campaigns`, { json: operations });
      for (const record of batch.records) load.names.set(String(record['id']), params.name);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
