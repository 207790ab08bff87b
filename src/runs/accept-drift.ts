import { findFiles } from '../config/files.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type Acceptance, acceptLive } from '../edit/accept.ts';
import type { IdsByAddress } from '../edit/known-ids.ts';
import { replaceFiles } from '../edit/replace-files.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { ownValue, plainText } from '../schemas/values.ts';
import type { Drift } from './drift.ts';
import { type OutsideChange, selectChanges } from './outside-changes.ts';
import type { Session } from './session.ts';

/** Outside changes to write into the files of the document. */
export interface AcceptRequest {
  readonly paths: readonly string[];
  /** Addresses, or `ADDRESS.field`; empty for everything. */
  readonly addresses: readonly string[];
}

/** Who is shown what will be written, and decides. */
export interface AcceptFrontend {
  /** Which of the changes to write; none stops here. Throws Interrupted. */
  choose(changes: readonly OutsideChange[]): Promise<readonly OutsideChange[]>;
  /** Shows the files as they will be, and what cannot be written. */
  show(acceptance: Acceptance): void;
  /** Is told what was written. */
  written(acceptance: Acceptance): void;
  /** False where nobody can say yes: nothing is written then. */
  readonly decides: boolean;
}

/**
 * Writes outside changes of a report into the files of the document; gives what was written, `undefined` where there is
 * no outside change. Throws ADSYNC_DECLINED where nothing is chosen or nobody decides, ADSYNC_ACCEPT_INCOMPLETE once the
 * rest is written where something cannot be, and what `replaceFiles` throws.
 */
export async function acceptDrift(
  { run: { cwd, workTree, variables }, document }: Session,
  { report, entries }: Drift,
  { paths, addresses }: AcceptRequest,
  frontend: AcceptFrontend,
): Promise<Acceptance | undefined> {
  const changes = selectChanges(report, document, entries, addresses, cwd);
  if (changes.length === 0) return undefined;
  const chosen = await frontend.choose(changes);
  if (chosen.length === 0)
    throw new AdsyncError('ADSYNC_DECLINED', 'nothing was accepted; no file was changed');
  const found = await findFiles(paths, { cwd, workTree, variables });
  const acceptance = await acceptLive(
    found,
    { cwd, workTree, variables },
    wantedFrom(chosen),
    idsOf(document, entries),
  );
  requireSameDocument(acceptance, document.digest);
  frontend.show(acceptance);
  if (!frontend.decides) throw undecided(acceptance);
  await replaceFiles(cwd, acceptance.files, found.files);
  if (acceptance.accepted > 0) frontend.written(acceptance);
  if (acceptance.refused.length > 0) throw incomplete(acceptance.refused.length);
  return acceptance;
}

function wantedFrom(changes: readonly OutsideChange[]) {
  return {
    fields: changes.flatMap((change) => (change.type === 'field' ? [change] : [])),
    gone: changes.flatMap((change) => (change.type === 'gone' ? [change.address] : [])),
    added: changes.flatMap((change) => (change.type === 'added' ? [change] : [])),
  };
}

/** What references stand for: the id of a record, or the field of it that its kind names instead. */
function idsOf(document: Session['document'], entries: readonly StateEntry[]): IdsByAddress {
  const ids = new Map(
    document.resources.flatMap(({ address, id }) => (id === undefined ? [] : [[address, id] as const])),
  );
  for (const { address, kind, id, answered } of entries) {
    const field = kindNamed(kind).referredBy;
    const value = field === undefined ? id : ownValue(answered, field);
    if (value !== undefined) ids.set(address, plainText(value));
  }
  return ids;
}

function requireSameDocument({ digest }: Acceptance, read: string): void {
  if (digest === read) return;
  throw new AdsyncError('ADSYNC_DOCUMENT_CHANGED', 'the document has changed since it was read', {
    remedy: 'Run the command again. No file was changed.',
  });
}

function undecided({ accepted }: Acceptance): AdsyncError {
  return new AdsyncError('ADSYNC_DECLINED', 'nothing was written: there is no terminal to ask on', {
    remedy:
      accepted === 0
        ? 'Nothing can be written as it stands; each reason stands above.'
        : 'Pass --yes to write this into the files.',
  });
}

function incomplete(count: number): AdsyncError {
  const what = count === 1 ? 'an outside change is' : `${count} outside changes are`;
  return new AdsyncError('ADSYNC_ACCEPT_INCOMPLETE', `${what} not in the document`, {
    remedy: 'Each reason stands above, with what to do by hand.',
  });
}
