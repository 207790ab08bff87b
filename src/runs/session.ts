import type { KeptLists } from '../live/kept-lists.ts';
import { withExactMoves } from '../planner/match/exact-moves.ts';
import { createClient, type TextClient } from '../platform/client.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { Binding } from '../schemas/state-entry.ts';
import { openStore } from '../state/open-store.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';
import { movedAccounts, withNewKeys } from './account-keys.ts';
import { closeAfter } from './close-after.ts';
import { type ReadDocument, readInputs } from './document-inputs.ts';
import { finishEdits } from './finish-edits.ts';
import { keptListsFor } from './kept-lists-for.ts';
import type { Run } from './run.ts';
import { accountKeyFor, bindingsOf, limitDocument, limitSnapshot, settleReferences } from './scope.ts';
import { hostClass } from './settings.ts';

/** How long one request may take, in milliseconds. */
export const requestTimeoutMs = 30_000;
/** How long after its timeout a request may still take effect, in milliseconds. */
export const settleMs = 5_000;

/**
 * How much of the platform is read. `full`: everything of each kind, also where less would do. `incremental`: what an
 * earlier run kept of the account's largest lists, and what was changed since.
 */
export type Refresh = 'full' | 'incremental';

/** What a run that talks to the platform works with. */
export interface Session {
  readonly run: Run;
  readonly document: DesiredDocument;
  readonly store: StateStore;
  readonly client: TextClient;
  /** True where all that is ours is to be destroyed, so that what stands beneath all of it is read. */
  readonly destroys?: boolean;
  /** How much is read; as little as tells what is asked for, unless given. */
  readonly refresh?: Refresh | undefined;
  /** Lists of earlier runs, where those are built upon. */
  readonly kept?: KeptLists | undefined;
  /** The accounts of the run, with the platform they are on. */
  bindings(snapshot: StateSnapshot): readonly Binding[];
  /** The state, as far as it concerns the accounts of the run. */
  readState(): Promise<StateSnapshot>;
}

export interface SessionOptions {
  readonly paths: readonly string[];
  readonly mode: 'read' | 'write';
  /** What is to be planned; `apply` unless given. */
  readonly command?: 'apply' | 'destroy';
  readonly refresh?: Refresh | undefined;
}

/**
 * Reads the document, opens the state and the platform, does the work, and closes both whatever happens. `read` leaves
 * the state untouched. The work is also given the whole document as it was read, all accounts.
 */
export async function withSession<T>(
  given: Run,
  { paths, mode, command, refresh }: SessionOptions,
  work: (session: Session, inputs: ReadDocument) => Promise<T>,
): Promise<T> {
  await finishEdits(given);
  const inputs = await readInputs(given, paths);
  const whole = inputs.document;
  const run = { ...given, account: accountKeyFor(given.account, whole.accounts) };
  // Known before anything is opened: an account that the document does not have.
  limitDocument(whole, run.account);
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const store = await openStore(run.stateUrl, { mode });
    return await closeAfter(run, store, async () => {
      const document = await documentFor(run, whole, store);
      const session = sessionOf(run, { document, store, client });
      return await work(
        { ...session, destroys: command === 'destroy', refresh, kept: keptBy(run, refresh) },
        inputs,
      );
    });
  });
}

/** Lists of earlier runs, where the run is to build upon them and may. */
function keptBy(run: Run, refresh: Refresh | undefined): KeptLists | undefined {
  const kept = refresh === 'incremental' ? keptListsFor(run) : undefined;
  if (refresh === 'incremental' && kept === undefined)
    run.frontend.note(
      'Nothing is kept of the platform in a pipeline, and without a folder for settings: all that is needed is read.',
    );
  return kept;
}

/** The document as the run needs it: with what it says of many addresses at once said of each, and its account only. */
async function documentFor(run: Run, whole: DesiredDocument, store: StateStore): Promise<DesiredDocument> {
  if (whole.patterns === undefined && run.account === undefined) return whole;
  const snapshot = await store.read();
  const { entries } = snapshot;
  const exact = withExactMoves(whole, addressesIn(withNewKeys(snapshot, movedAccounts(whole, snapshot))));
  return run.account === undefined
    ? exact
    : settleReferences(limitDocument(exact, run.account), exact, entries);
}

/** What the state knows of, and what requests of unknown outcome are about. */
function addressesIn({ entries, openIntents }: StateSnapshot): readonly string[] {
  return [...entries, ...openIntents.flatMap(({ operations }) => operations)].map(({ address }) => address);
}

/** A client with the credentials and addresses of the run; close it when done. Throws ADSYNC_CREDENTIALS_MISSING. */
export function openClient({ credentials, addresses, version, clock, frontend }: Run): TextClient {
  return createClient({
    credentials: credentials(),
    addresses,
    version,
    timeoutMs: requestTimeoutMs,
    clock,
    random: Math.random,
    onWait: (event) => frontend.wait(event),
  });
}

/** A session of what is read and open already. */
export function sessionOf(
  run: Run,
  { document, store, client }: Pick<Session, 'document' | 'store' | 'client'>,
): Session {
  const host = hostClass(run.addresses.ads);
  return {
    run,
    document,
    store,
    client,
    bindings: (snapshot) => bindingsOf(document, snapshot.bindings, host),
    readState: async () => limitSnapshot(await store.read(), run.account, document.moved),
  };
}
