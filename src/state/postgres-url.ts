import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** What the address of a state in PostgreSQL says. */
export interface PostgresPlace {
  /** For people: host, port and database, and the schema where it is not `adsync`; never user nor password. */
  readonly location: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Without one, the environment decides (PGUSER, PGPASSWORD, ~/.pgpass). */
  readonly user?: string;
  readonly password?: string;
  readonly schema: string;
  readonly tls: TlsMode;
  /** A file of certificates to trust instead of the system's. */
  readonly rootCertificates?: string;
}

/** How a connection is protected, by libpq's names. */
type TlsMode = (typeof tlsModes)[number];

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const knownParameters = ['sslmode', 'sslrootcert', 'search_path', 'options'];
const remedy =
  'Write postgres://USER@HOST:PORT/DATABASE, and in user and password %40 for @, %2F for / and so on. The password can also stand in PGPASSWORD or ~/.pgpass.';

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…&sslrootcert=FILE&search_path=SCHEMA`; libpq's
 * `options=-c search_path=SCHEMA` says the same. Throws ADSYNC_USAGE, and never repeats what may be a password.
 */
export function parsePostgresUrl(text: string): PostgresPlace {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') throw wrong('it names no host');
  // A password with an unescaped / or ? ends the host too early, and its rest would be shown as a database.
  if (/[@#]/.test(url.pathname + url.search + url.hash)) throw wrong('it has an @ or # that is not escaped');
  const database = decode(url.pathname.slice(1));
  if (database === '' || /[/\0]/.test(database)) throw wrong('it names no database');
  const parameters = readParameters(url.searchParams);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const schema = readSchema(parameters);
  const [user, password, rootCertificates] = [
    decode(url.username),
    decode(url.password),
    parameters.get('sslrootcert'),
  ];
  const port = url.port === '' ? 5432 : Number(url.port);
  return {
    location: `postgres://${url.hostname}:${port}${url.pathname}${schema === 'adsync' ? '' : `?search_path=${schema}`}`,
    host,
    port,
    database,
    ...(user !== '' && { user }),
    ...(password !== '' && { password }),
    schema,
    tls: readTls(parameters.get('sslmode'), host),
    ...(rootCertificates !== undefined && { rootCertificates }),
  };
}

function readParameters(given: URLSearchParams): ReadonlyMap<string, string> {
  const parameters = new Map(given);
  if (
    [...parameters.keys()].every((name) => knownParameters.includes(name)) &&
    parameters.size === given.size
  )
    return parameters;
  throw wrong(`it may have the parameters ${knownParameters.join(', ')}, each once, and no other`);
}

/** Without a word, what leaves this machine is encrypted and the server must prove who it is. */
function readTls(mode: string | undefined, host: string): TlsMode {
  if (mode === undefined) return /^(localhost|127(\.\d+){3}|::1)$/.test(host) ? 'disable' : 'verify-full';
  const found = tlsModes.find((each) => each === mode);
  if (found !== undefined) return found;
  throw wrong(`sslmode may be ${tlsModes.join(', ')}`);
}

function readSchema(parameters: ReadonlyMap<string, string>): string {
  const options = parameters.get('options');
  const option =
    options === undefined ? undefined : /^\s*(?:-c\s*|--)search_path=(\S*)\s*$/.exec(options)?.[1];
  const schema = parameters.get('search_path') ?? option ?? (options === undefined ? 'adsync' : '');
  if (/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(schema)) return schema;
  throw wrong(
    'search_path may be one name of small letters, digits and _, and options may be -c search_path=NAME',
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('it has a % that stands for nothing');
  }
}

function wrong(reason: string): AdsyncError {
  return new AdsyncError(
    'ADSYNC_USAGE',
    `The state cannot be kept at this address of a PostgreSQL database: ${reason}`,
    {
      remedy,
    },
  );
}
