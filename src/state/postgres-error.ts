import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { damaged, unreadable } from './unreadable.ts';

/** What the server says: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const serverErrorSchema = z.object({ severity: z.string(), code: z.string().length(5), message: z.string() });
const codedErrorSchema = z.object({ code: z.string() });

/** The words of `pg` for a connection that is no more; it gives them no code. */
const lostPattern =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout e|Query read timeout|Postgres connection has been discarded)/;
const lostCodePattern = /^(ECONN|ETIMEDOUT|EPIPE|EHOST|ENET|ENOTFOUND|EAI_)/;
const tlsPattern = /CERT|SSL|TLS|UNABLE_TO_/;

const againRemedy = 'Everything recorded so far is safe. Run the command again';
const rightsRemedy = 'Check user and password: in the address, in PGUSER and PGPASSWORD, or in ~/.pgpass.';
const tlsRemedy =
  'Name the file of the certificates to trust with ?sslrootcert=FILE. ?sslmode=require encrypts without asking who it is, ?sslmode=disable does not encrypt.';

/** What a stored integer beyond 2^53 is read as. */
export class OutOfRangeError extends Error {}

/** The second half of a sentence, and what to do; `damaged` where the content is at fault. */
type Fact = readonly [reason: string, remedy: string | typeof damaged];

/** By SQLSTATE or its class. */
const facts: ReadonlyMap<string, Fact> = new Map([
  ['22P05', ['cannot hold every character', 'Create a database with the encoding UTF8, and name that one.']],
  ['22', ['does not have the expected form', damaged]],
  ['23', ['does not have the expected form', damaged]],
  ['25006', ['is read-only', 'Name the server that can be written to.']],
  ['28', ['does not let this user in', rightsRemedy]],
  ['3D000', ['is not there', 'Create the database, or correct its name.']],
  ['42', ['does not have the expected form', damaged]],
  [
    '42501',
    ['may not be used by this user', 'Let the user create a schema in the database, or own the one it uses.'],
  ],
  ['53100', ['cannot be written: the disk is full', `Free some space. ${againRemedy}.`]],
  ['53300', ['has no room for another connection', `${againRemedy} a little later.`]],
  ['55P03', ['is kept busy by another process', `${againRemedy} when the other process has ended.`]],
]);

/** True where the connection, and with it the transaction, is lost or the server is not up; another may succeed. */
export function isConnectionLost(error: unknown): boolean {
  const server = serverErrorSchema.safeParse(error);
  // 08: connection; 57P: the server is told to stop, has crashed or is starting; 25P03: it lost patience with us.
  if (server.success) return /^(08|57P0[1-3]|25P03)/.test(server.data.code);
  return lostCodePattern.test(codeOf(error)) || (error instanceof Error && lostPattern.test(error.message));
}

/**
 * What to throw for an error: ADSYNC_STATE_UNREADABLE for one of the server or of the way to it,
 * any other as it is, for it is nothing that the location explains.
 */
export function explainPostgresError(location: string, error: unknown): unknown {
  if (error instanceof AdsyncError || !(error instanceof Error)) return error;
  const [reason, remedy] = explain(error) ?? [];
  if (reason === undefined || remedy === undefined) return error;
  if (typeof remedy === 'string') return unreadable(location, reason, remedy, error);
  return damaged(location, reason, error);
}

function explain(error: Error): Fact | undefined {
  const server = serverErrorSchema.safeParse(error).data;
  const said = server === undefined && codeOf(error) !== '' ? codeOf(error) : error.message;
  if (isConnectionLost(error))
    return [`cannot be reached (${said})`, `Check host and port, and that the server is up. ${againRemedy}.`];
  if (server !== undefined) return explainServerError(server.code, said);
  if (error instanceof OutOfRangeError) return ['holds a number that is out of range', damaged];
  if (tlsPattern.test(said)) return [`cannot be reached safely (${said})`, tlsRemedy];
  return said.startsWith('SASL') ? ['asks for a password', rightsRemedy] : undefined;
}

function explainServerError(code: string, said: string): Fact {
  const [reason, remedy] = facts.get(code) ??
    facts.get(code.slice(0, 2)) ?? ['reports an error', `See what the server says. ${againRemedy}.`];
  return [`${reason} (${said})`, remedy];
}

function codeOf(error: unknown): string {
  return codedErrorSchema.safeParse(error).data?.code ?? '';
}
