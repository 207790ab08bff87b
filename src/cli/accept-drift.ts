import { findFiles } from '../config/files.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { type Acceptance, acceptLive } from '../edit/accept.ts';
import type { EditedFile } from '../edit/edited-file.ts';
import type { Refusal } from '../edit/group.ts';
import type { IdsByAddress } from '../edit/known-ids.ts';
import { replaceFiles } from '../edit/replace-files.ts';
import { unifiedPatch } from '../edit/unified-patch.ts';
import type { DriftReport } from '../schemas/drift.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { ownValue, plainText } from '../schemas/values.ts';
import { chooseEach } from './choose-each.ts';
import { type Context, note, print } from './context.ts';
import { logJson } from './log.ts';
import { type OutsideChange, selectChanges } from './outside-changes.ts';
import type { Session } from './session.ts';

/** What the command line asks to accept. */
export interface AcceptRequest {
  readonly paths: readonly string[];
  /** Addresses, or `ADDRESS.field`; empty for everything. */
  readonly addresses: readonly string[];
  readonly yes: boolean;
}

/**
 * Writes outside changes of the report into the files of the document, and shows what it writes as a patch. Asks for
 * each on a terminal, unless told yes. Throws ADSYNC_DECLINED where there is nobody to ask, ADSYNC_ACCEPT_INCOMPLETE
 * once the rest is written where something cannot be, and what `replaceFiles` throws.
 */
export async function acceptDrift(
  { context, document }: Session,
  report: DriftReport,
  entries: readonly StateEntry[],
  request: AcceptRequest,
): Promise<number> {
  const { io, globals } = context;
  const changes = selectChanges(report, document, entries, request.addresses, io.cwd);
  if (changes.length === 0) {
    note(context, 'Nothing to accept: no drift.');
    return 0;
  }
  const asks = !request.yes && io.stdin.isTTY === true;
  const chosen = asks ? await chooseEach(context, changes) : changes;
  if (chosen === undefined) {
    note(context, 'Interrupted: no file was changed.');
    return 130;
  }
  if (chosen.length === 0)
    throw new AdsyncError('ADSYNC_DECLINED', 'nothing was accepted; no file was changed');
  const found = await findFiles(request.paths, io.cwd);
  const variables = { files: globals.varFile, flags: globals.var, environment: io.env };
  const acceptance = await acceptLive(
    found,
    { cwd: io.cwd, variables },
    wantedFrom(chosen),
    idsOf(document, entries),
  );
  requireSameDocument(acceptance, document.digest);
  showPatch(context, acceptance.files);
  showRefusals(context, acceptance.refused);
  if (!asks && !request.yes) throw undecided(acceptance);
  await replaceFiles(io.cwd, acceptance.files, found.files);
  if (acceptance.accepted > 0) note(context, closing(acceptance));
  if (acceptance.refused.length > 0) throw incomplete(acceptance.refused.length);
  return 0;
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

function showPatch({ io, style }: Context, files: readonly EditedFile[]): void {
  for (const { path, before, after } of files) {
    const patch = unifiedPatch(path, before.toString('utf8'), after.toString('utf8'));
    io.stdout.write(
      patch.replace(/^[-+].*$/gm, (line) => style(line.startsWith('-') ? 'red' : 'green', line)),
    );
  }
}

function showRefusals(context: Context, refused: readonly Refusal[]): void {
  const { errorStyle } = context;
  for (const { address, field, at, reason, remedy } of refused) {
    const what = `${printable(address)}${field === undefined ? '' : `  ${field}`}`;
    const message = `not accepted: ${reason}`;
    if (logJson(context, 'warning', { message, address, field, at, remedy })) continue;
    const where = at === undefined ? '' : `  ${printable(at.file)}:${at.line}`;
    const heading = `${errorStyle('bold', 'not accepted:')} ${what}${where}`;
    print(context, `${heading}\n  ${printable(reason)}\n  ${remedy}\n`, 'stderr');
  }
}

function closing({ accepted, files }: Acceptance): string {
  const paths = files.map(({ path }) => printable(path)).join(', ');
  return `Accepted ${accepted} outside ${accepted === 1 ? 'change' : 'changes'} into ${paths}. Look at it with git diff, then run adsync plan.`;
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
