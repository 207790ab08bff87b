import type { Clock } from '../appliers/clock.ts';
import { loadDocument } from '../config/load-document.ts';
import { createClient, type PlatformClient, type WaitEvent } from '../platform/client.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { Binding } from '../schemas/state-entry.ts';
import { openStore } from '../state/open-store.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';
import { type Context, note } from './context.ts';
import { bindingsOf, limitDocument, limitSnapshot, settleReferences } from './scope.ts';
import { addressesFrom, credentialsFrom, hostClass, stateUrlFrom } from './settings.ts';

/** How long one request may take, in milliseconds. */
export const requestTimeoutMs = 30_000;
/** How long after its timeout a request may still take effect, in milliseconds. */
export const settleMs = 5_000;

/** What a command that talks to the platform works with. */
export interface Session {
  readonly context: Context;
  readonly document: DesiredDocument;
  readonly store: StateStore;
  readonly client: PlatformClient;
  readonly clock: Clock;
  /** True where all that is ours is to be destroyed, so that what stands beneath all of it is read. */
  readonly destroys?: boolean;
  /** The accounts of the run, with the platform they are on. */
  bindings(snapshot: StateSnapshot): readonly Binding[];
  /** The state, as far as it concerns the accounts of the run. */
  readState(): Promise<StateSnapshot>;
}

/** The paths of the document as given, or the default one. */
export function documentPaths(args: readonly string[]): readonly string[] {
  return args.length === 0 ? ['campaigns.yaml'] : args;
}

/** Reads the document from the paths, with the variables of the command line and the environment. */
export async function readDocument(context: Context, paths: readonly string[]): Promise<DesiredDocument> {
  return limitDocument(await readWhole(context, paths), context.globals.account);
}

async function readWhole({ io, globals }: Context, paths: readonly string[]): Promise<DesiredDocument> {
  const variables = { files: globals.varFile, flags: globals.var, environment: io.env };
  return await loadDocument({ paths, cwd: io.cwd, variables });
}

export interface SessionOptions {
  readonly paths: readonly string[];
  readonly mode: 'read' | 'write';
  /** What is to be planned; `apply` unless given. */
  readonly command?: 'apply' | 'destroy';
  /** Told of every wait for the platform; a note to the user unless given. */
  readonly onWait?: (event: WaitEvent) => void;
}

/**
 * Reads the document, opens the state and the platform, does the work, and closes both whatever happens. `read` leaves
 * the state untouched.
 */
export async function withSession<T>(
  context: Context,
  options: SessionOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const whole = await readWhole(context, options.paths);
  const limited = limitDocument(whole, context.globals.account);
  const client = openClient(context, options.onWait);
  try {
    const store = await openStore(stateUrlFrom(context), { mode: options.mode });
    try {
      const document =
        limited === whole ? whole : settleReferences(limited, whole, (await store.read()).entries);
      const session = sessionOf(context, { document, store, client });
      return await work({ ...session, destroys: options.command === 'destroy' });
    } finally {
      await store.close();
    }
  } finally {
    await client.close();
  }
}

/** A client with the credentials and addresses of the environment; close it when done. Throws ADSYNC_CREDENTIALS_MISSING. */
export function openClient(context: Context, onWait?: (event: WaitEvent) => void): PlatformClient {
  return createClient({
    credentials: credentialsFrom(context),
    addresses: addressesFrom(context),
    version: context.version,
    timeoutMs: requestTimeoutMs,
    clock: context.io.clock,
    random: Math.random,
    onWait: onWait ?? ((event) => note(context, waitLine(event))),
  });
}

/** A session of what is read and open already. */
export function sessionOf(
  context: Context,
  { document, store, client }: Pick<Session, 'document' | 'store' | 'client'>,
): Session {
  const host = hostClass(addressesFrom(context).ads);
  return {
    context,
    document,
    store,
    client,
    clock: context.io.clock,
    bindings: (snapshot) => bindingsOf(document, snapshot.bindings, host),
    readState: async () => limitSnapshot(await store.read(), context.globals.account),
  };
}

/** Why a request waits, for people. */
export const waitReasons: Readonly<Record<WaitEvent['reason'], string>> = {
  rate_limit: 'the platform allows no more requests for now',
  lock: 'the platform is busy with the same record',
  unavailable: 'the platform is not available',
  unreachable: 'the platform cannot be reached',
};

function waitLine({ reason, untilMs, path }: WaitEvent): string {
  return `Waiting until ${new Date(untilMs).toISOString().slice(11, 19)} UTC: ${waitReasons[reason]} (${path})`;
}
