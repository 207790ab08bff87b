import { relative, resolve, sep } from 'node:path';
import { holdsDocuments } from '../config/nearby-documents.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { type CampaignChoice, withChosenCampaigns } from '../import/chosen-campaigns.ts';
import { slug } from '../import/keys.ts';
import { type Imported as MadeDocument, makeDocument } from '../import/make-document.ts';
import { readAccount } from '../import/read-account.ts';
import type { NewFile } from '../import/render-files.ts';
import type { PlatformClient } from '../platform/client.ts';
import { describeHome } from '../schemas/home.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import { rootKind } from '../schemas/registry.ts';
import type { Binding, StateEntry } from '../schemas/state-entry.ts';
import { newBindings } from '../state/bindings.ts';
import type { StateSnapshot } from '../state/store.ts';
import { closeAfter } from './close-after.ts';
import { createFiles, requireFree } from './create-files.ts';
import { Interrupted, unlessInterrupted } from './interrupted.ts';
import type { Run } from './run.ts';
import { rememberSandbox } from './same-sandbox.ts';
import { openClient } from './session.ts';
import { hostClass } from './settings.ts';
import { underLock, withState } from './state/edit-state.ts';

export interface ImportRequest {
  /** The platform's id. */
  readonly accountId: string;
  /** Where to write; the working directory, or where there are many files one below it, unless said. */
  readonly folder: string | undefined;
  /** Of the account; from its name unless said. */
  readonly key: string | undefined;
  readonly campaigns: CampaignChoice;
}

/** A document that was written for a live account. */
export interface Imported {
  readonly binding: Binding;
  readonly entries: readonly StateEntry[];
  /** Paths relative to the working directory. */
  readonly files: readonly string[];
}

/**
 * Writes a document for a live account, and records that adsync owns what it declares. Throws ADSYNC_IMPORT_REFUSED where
 * a file stands in the way or the state owns something of the account, and then has changed nothing;
 * ADSYNC_IMPORT_UNRECORDED where the files are written and recording failed; Interrupted.
 */
export async function importAccount(run: Run, request: ImportRequest): Promise<Imported> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const { made, binding } = await prepare(run, request, client);
    await keep(run, { made, binding }, client);
    return { binding, entries: made.entries, files: made.files.map(({ path }) => path) };
  });
}

/** Reads the account and makes its document; what was read ends here, and is not held while the files are written. */
async function prepare(run: Run, request: ImportRequest, client: PlatformClient): Promise<Prepared> {
  const { frontend, signal, cwd } = run;
  const snapshot = await withState(run, 'read', async (store) => await store.read());
  requireUnowned(snapshot, request.accountId);
  const account = await frontend.progress(
    'Reading the account',
    async () => await unlessInterrupted(signal, readAccount(client, request.accountId)),
  );
  const live = withChosenCampaigns(account, request.campaigns);
  requireChosen(live, request.campaigns);
  const binding = bindingFor(run, request, snapshot, live);
  newBindings(snapshot.bindings, [binding]);
  const made = await frontend.progress(
    'Writing the document',
    async () =>
      await makeDocument({
        live,
        key: binding.accountKey,
        cwd,
        hasNeighbours: await holdsDocuments(cwd),
        placeOf: (file, count) => placeOf(cwd, request.folder, binding.accountKey, file, count),
      }),
  );
  return { made, binding };
}

function requireChosen({ records }: LiveAccount, { active, names }: CampaignChoice): void {
  const isFiltered = active || names.length > 0;
  if (!isFiltered || records.some(({ kind }) => kind === 'campaign')) return;
  const which = [
    active ? 'is ACTIVE' : [],
    names.length > 0 ? `is called ${names.map((name) => JSON.stringify(name)).join(' or ')}` : [],
  ].flat();
  throw new AdsyncError('ADSYNC_IMPORT_REFUSED', `no campaign of the account ${which.join(' and ')}`, {
    remedy: 'Nothing was written. In --name, * stands for any text and ? for one character; case counts.',
  });
}

interface Prepared {
  readonly made: MadeDocument;
  readonly binding: Binding;
}

/** Files come first: entries without their files would be deletes of a later plan. */
async function keep(run: Run, { made, binding }: Prepared, client: PlatformClient): Promise<void> {
  const { cwd, signal } = run;
  const paths = made.files.map(({ path }) => path);
  await requireFree(cwd, made.files);
  if (signal.aborted) throw new Interrupted();
  await withState(run, 'write', async (store) => {
    const locking = { store, accounts: [binding], document: made.digest, command: 'import' } as const;
    await underLock(run, locking, async (lease) => {
      // Another run may have recorded something while the account was read.
      const snapshot = await store.read();
      requireUnowned(snapshot, binding.accountId);
      await rememberSandbox(lease, client, snapshot, [binding]);
      try {
        await createFiles(cwd, made.files, signal);
      } catch (error) {
        throw signal.aborted ? new Interrupted() : error;
      }
      try {
        await lease.recordEntries(binding.accountId, 'import', made.entries, []);
      } catch (error) {
        throw unrecorded(error, paths);
      }
    });
  });
}

function bindingFor(
  { addresses }: Run,
  { accountId, key }: ImportRequest,
  { bindings }: StateSnapshot,
  live: LiveAccount,
): Binding {
  const host = hostClass(addresses.ads);
  const bound = bindings.find((binding) => binding.accountId === accountId && binding.host === host);
  const accountKey = key ?? bound?.accountKey ?? freeKey(accountId, bindings, live);
  return { accountKey, accountId, host };
}

function freeKey(accountId: string, bindings: readonly Binding[], { records }: LiveAccount): string {
  const name = records.find(({ kind }) => kind === rootKind.name)?.fields['name'];
  const wished = typeof name === 'string' ? slug(name) : '';
  const isTaken = bindings.some(({ accountKey }) => accountKey === wished);
  if (wished === '') return slug(`account ${accountId}`);
  return isTaken ? slug(`${wished} ${accountId}`) : wished;
}

function placeOf(
  cwd: string,
  folder: string | undefined,
  key: string,
  { name }: NewFile,
  count: number,
): string {
  const within = folder ?? (count > 1 ? key : '.');
  return relative(cwd, resolve(cwd, within, name))
    .split(sep)
    .join('/');
}

function requireUnowned({ entries, openIntents }: StateSnapshot, accountId: string): void {
  const owned = entries.filter((entry) => entry.accountId === accountId);
  const [first] = owned;
  if (first !== undefined) {
    const count = owned.length === 1 ? 'a resource' : `${owned.length} resources`;
    throw new AdsyncError(
      'ADSYNC_IMPORT_REFUSED',
      `the state holds ${count} of account ${accountId} already, as ${first.accountKey}`,
      {
        address: first.accountKey,
        remedy: `${printable(describeHome(first))} declares them. Go on from there; use another state (--state) to import the account anew; or let go of them first: adsync state rm ${first.accountKey}`,
      },
    );
  }
  if (openIntents.some((intent) => intent.accountId === accountId)) {
    throw new AdsyncError(
      'ADSYNC_IMPORT_REFUSED',
      `an earlier run left requests to account ${accountId} open`,
      { remedy: 'Run adsync apply with its document first: it finds out what became of them.' },
    );
  }
}

function unrecorded(cause: unknown, paths: readonly string[]): AdsyncError {
  return new AdsyncError(
    'ADSYNC_IMPORT_UNRECORDED',
    'the files are written, but the state may not know them',
    {
      lines: [causeText(cause)],
      remedy: `Run adsync plan ${shownPaths(paths)}. What it wants to adopt, adsync state rebuild ${shownPaths(paths)} records; or remove the files and import again.`,
      cause,
    },
  );
}

function shownPaths(paths: readonly string[]): string {
  const [first = ''] = paths;
  return printable(paths.length === 1 ? first : first.replace(/\/[^/]*$/, ''));
}
