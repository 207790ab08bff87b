import { withoutDigests } from '../../live/seal.ts';
import { chosenRecords, nothingAgreed } from '../../planner/guards/consents.ts';
import type { PlanResult } from '../../planner/plan.ts';
import type { DesiredDocument } from '../../schemas/desired.ts';
import { recordKey } from '../../schemas/live-record.ts';
import type { Plan } from '../../schemas/plan.ts';
import type { Rebuilt } from '../../schemas/rebuilt.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { referencesIn, type Values } from '../../schemas/values.ts';
import { emptyStore } from '../../state/empty-store.ts';
import { openStore } from '../../state/open-store.ts';
import { requireFile, setAside } from '../../state/set-aside.ts';
import type { Lease, StateSnapshot, StateStore } from '../../state/store.ts';
import { DamagedStateError } from '../../state/unreadable.ts';
import { recordAccountKeys } from '../account-keys.ts';
import { closeAfter } from '../close-after.ts';
import { unlessInterrupted } from '../interrupted.ts';
import { readDocument } from '../read-document.ts';
import type { Run } from '../run.ts';
import { rememberSandbox } from '../same-sandbox.ts';
import { openClient, type Session, sessionOf } from '../session.ts';
import { planFrom, type Survey, survey } from '../survey.ts';
import { underLock, withState } from './edit-state.ts';

export interface RebuildRequest {
  readonly paths: readonly string[];
  /** `ADDRESS=ID` for each address where several records fit. */
  readonly adopt: readonly string[];
}

/** What the frontend is asked before anything is recorded. */
export interface RebuildFrontend {
  /** Shows what was found. */
  show(rebuilt: Rebuilt): void;
  /** Returns when it may be recorded; throws ADSYNC_DECLINED, Interrupted. */
  confirm(rebuilt: Rebuilt): Promise<void>;
  /** Is told under which name the damaged state is kept. */
  setAside(file: string): void;
}

/**
 * Finds entries again by the natural keys of what the document declares, and records them once the frontend has
 * confirmed. A state that is damaged is set aside first. Gives what was recorded.
 */
export async function rebuildState(
  run: Run,
  request: RebuildRequest,
  frontend: RebuildFrontend,
): Promise<readonly StateEntry[]> {
  const document = await readDocument(run, request.paths);
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const { store, damage } = await openOrExplain(run);
    return await closeAfter(
      run,
      store,
      async () => await rebuild(sessionOf(run, { document, store, client }), request, { damage, frontend }),
    );
  });
}

interface Rebuilding {
  readonly damage: DamagedStateError | undefined;
  readonly frontend: RebuildFrontend;
}

async function rebuild(
  session: Session,
  request: RebuildRequest,
  { damage, frontend }: Rebuilding,
): Promise<readonly StateEntry[]> {
  const { run, document } = session;
  const surveyed = await unlessInterrupted(run.signal, survey(session));
  const made = planAdopting(session, surveyed, request);
  const hasKey = surveyed.snapshot.digestKey !== undefined;
  const taken = entriesOf(made);
  const adopted = hasKey ? taken : taken.map(withoutDigests);
  const found = unknownTo(surveyed.snapshot, adopted);
  const rebuilt = rebuiltOf(document, made, { found, damage });
  frontend.show(rebuilt);
  if (found.length === 0 && damage === undefined) return [];
  await frontend.confirm(rebuilt);
  if (damage !== undefined) frontend.setAside(setAside(run.stateUrl, run.clock.now()));
  await withState(run, 'write', async (store) => {
    const accounts = session.bindings(await store.read());
    await underLock(run, { store, accounts, document: document.digest }, async (lease) => {
      await recordAccountKeys(lease, made, surveyed.movedAccounts);
      const snapshot = await store.read();
      await rememberSandbox(lease, session.client, snapshot, accounts);
      await recordFound(lease, snapshot, found);
    });
  });
  return found;
}

async function recordFound(
  lease: Lease,
  snapshot: StateSnapshot,
  found: readonly StateEntry[],
): Promise<void> {
  // Another run may have recorded some of them while the user was asked.
  const missing = unknownTo(snapshot, found);
  for (const [accountId, own] of Map.groupBy(missing, (entry) => entry.accountId))
    await lease.recordEntries(accountId, 'rebuild', own, []);
}

/** The entries of what was found, with the document as what was last applied. */
function entriesOf({ plan, stateChanges }: PlanResult): readonly StateEntry[] {
  const changes = new Map(plan.changes.map(({ address, after }) => [address, after]));
  return stateChanges
    .flatMap(({ put }) => put)
    .map((entry) => appliedAsDeclared(entry, changes.get(entry.address) ?? {}));
}

/**
 * Nobody knows whether a live value that is not the declared one was applied. Were it taken for that, the next plan
 * would take the difference for a change of the document, and raise again in silence what people lowered; so the
 * declared value is taken, and the difference is somebody's change. References to what is not there yet are left out.
 */
function appliedAsDeclared(entry: StateEntry, after: Values): StateEntry {
  const known = Object.entries(after).filter(
    ([wire, value]) => Object.hasOwn(entry.declared, wire) && referencesIn(value).length === 0,
  );
  const values = Object.fromEntries(known);
  return {
    ...entry,
    declared: { ...entry.declared, ...values },
    answered: { ...entry.answered, ...values },
  };
}

/** The entries whose address and record the state does not know yet, and that no open request is about. */
function unknownTo(
  { entries, openIntents }: StateSnapshot,
  found: readonly StateEntry[],
): readonly StateEntry[] {
  const open = openIntents.flatMap(({ operations }) => operations);
  const addresses = new Set([...entries, ...open].map(({ address }) => address));
  const records = new Set(entries.map(recordKey));
  return found.filter((entry) => !addresses.has(entry.address) && !records.has(recordKey(entry)));
}

/** The state to read; a damaged one counts as empty, and is not touched before the user has agreed. */
async function openOrExplain({
  stateUrl: url,
}: Run): Promise<{ readonly store: StateStore; readonly damage: DamagedStateError | undefined }> {
  try {
    const store = await openStore(url, { mode: 'read' });
    try {
      await store.read();
      return { store, damage: undefined };
    } catch (error) {
      // Why it cannot be read goes before that it cannot be closed.
      await store.close().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error;
    requireFile(url);
    return { store: emptyStore(url), damage: error };
  }
}

/** A plan that takes over whatever fits: its entries are what is found again, its requests are never sent. */
function planAdopting(session: Session, surveyed: Survey, { paths, adopt }: RebuildRequest): PlanResult {
  const consents = { ...nothingAgreed, adopt: { all: true, addresses: chosenRecords(adopt) } };
  return planFrom(session, surveyed, { command: 'apply', paths, consents, targets: [] });
}

function rebuiltOf(
  document: DesiredDocument,
  { plan }: PlanResult,
  {
    found,
    damage,
  }: { readonly found: readonly StateEntry[]; readonly damage: DamagedStateError | undefined },
): Rebuilt {
  return {
    damage: damage?.message ?? null,
    found,
    differing: differing(document, plan, found),
    ambiguous: plan.violations.filter(({ rule }) => rule === 'ambiguous'),
    missing: plan.changes.filter(({ action }) => action === 'create').map(({ address }) => address),
  };
}

/** Changes to what was found, of fields whose changes by others the document does not ignore. */
function differing(
  { resources }: DesiredDocument,
  { changes }: Plan,
  found: readonly StateEntry[],
): Rebuilt['differing'] {
  const addresses = new Set(found.map(({ address }) => address));
  const ignored = new Map(
    resources.map(({ address, lifecycle }) => [address, new Set(lifecycle.ignoreChanges)]),
  );
  return changes
    .filter(({ address }) => addresses.has(address))
    .map((change) => ({
      ...change,
      fields: change.fields.filter(({ field }) => ignored.get(change.address)?.has(field) !== true),
    }))
    .filter(({ fields }) => fields.length > 0);
}
