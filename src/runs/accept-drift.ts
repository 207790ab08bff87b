import { findFiles } from '../config/files.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type Acceptance, acceptLive } from '../edit/accept.ts';
import type { Refusal } from '../edit/group.ts';
import type { IdsByAddress } from '../edit/known-ids.ts';
import { replaceFiles } from '../edit/replace-files.ts';
import { fieldByWire, kindNamed } from '../schemas/registry.ts';
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
  /** Asks which of the changes to write, and gives those; left out where nobody is asked. Throws Interrupted. */
  readonly choose?: ((changes: readonly OutsideChange[]) => Promise<readonly OutsideChange[]>) | undefined;
  /** Is told what cannot be written, before anybody is asked about the rest. */
  refused(refused: readonly Refusal[]): void;
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
  const found = await findFiles(paths, { cwd, workTree, variables });
  const attempt = async (wanted: readonly OutsideChange[]): Promise<Acceptance> => {
    const settings = { cwd, workTree, variables };
    const made = await acceptLive(found, settings, wantedFrom(wanted), idsOf(document, entries));
    requireSameDocument(made, document.digest);
    return made;
  };
  const { chosen, hopeless } = await choose(changes, attempt, frontend);
  if (chosen.length === 0 && hopeless > 0) throw incomplete(hopeless);
  if (chosen.length === 0)
    throw new AdsyncError('ADSYNC_DECLINED', 'nothing was accepted; no file was changed');
  const acceptance = await attempt(chosen);
  frontend.show(acceptance);
  if (!frontend.decides) throw undecided(acceptance);
  await replaceFiles(cwd, acceptance.files, found.files);
  if (acceptance.accepted > 0) frontend.written(acceptance);
  const left = hopeless + acceptance.refused.length;
  if (left > 0) throw incomplete(left);
  return acceptance;
}

/** What is to be written, and how many changes nobody was asked about because they cannot be. */
async function choose(
  changes: readonly OutsideChange[],
  attempt: (wanted: readonly OutsideChange[]) => Promise<Acceptance>,
  frontend: AcceptFrontend,
): Promise<{ readonly chosen: readonly OutsideChange[]; readonly hopeless: number }> {
  if (frontend.choose === undefined) return { chosen: changes, hopeless: 0 };
  const { refused } = await attempt(changes);
  frontend.refused(refused);
  const open = changes.filter((change) => !refused.some((refusal) => isOf(refusal, change)));
  const chosen = open.length === 0 ? [] : await frontend.choose(open);
  return { chosen, hopeless: changes.length - open.length };
}

function isOf({ address, field }: Refusal, change: OutsideChange): boolean {
  if (address !== change.address) return false;
  if (change.type !== 'field' || field === undefined) return true;
  return fieldByWire(kindNamed(change.kind), change.wire)?.document === field;
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
