import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { Pool, TypeOverrides, types } from 'pg';
import { OutOfRangeError } from './postgres-error.ts';
import type { PostgresPlace } from './postgres-url.ts';
import { unreadable } from './unreadable.ts';

/** The connection to a database; one, for writers wait for one another anyway. Throws ADSYNC_STATE_UNREADABLE. */
export function createPool(place: PostgresPlace): Pool {
  const { host, port, database, user, password } = place;
  const pool = new Pool({
    host,
    port,
    database,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ssl: tlsOptions(place),
    max: 1,
    application_name: 'adsync',
    keepAlive: true,
    connectionTimeoutMillis: 20_000,
    // Longer than the server lets a writer wait for another.
    query_timeout: 25_000,
    types: integersAsNumbers(),
  });
  // A connection that ends is noticed by who uses it, or replaced at the next use; unheard, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function tlsOptions({ tls, rootCertificates, location }: PostgresPlace): ConnectionOptions | false {
  if (tls === 'disable') return false;
  // As libpq does: who names certificates wants them checked.
  if (tls === 'require' && rootCertificates === undefined) return { rejectUnauthorized: false };
  return {
    rejectUnauthorized: true,
    ...(rootCertificates !== undefined && { ca: readCertificates(rootCertificates, location) }),
    ...(tls !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function readCertificates(path: string, location: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const remedy = 'Correct sslrootcert in the address.';
    throw unreadable(location, 'cannot be reached safely (no file at sslrootcert)', remedy, error);
  }
}

function integersAsNumbers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, readInteger);
  return overrides;
}

/** Integers of 64 bits arrive as text; ours are numbers, and safe ones. */
function readInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new OutOfRangeError(text);
}
