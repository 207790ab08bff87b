import { DocumentError } from '../config/document-error.ts';
import { readTree } from '../config/load-document.ts';
import type { Problem } from '../diagnostics/problem.ts';
import { nothingAgreed } from '../planner/guards/consents.ts';
import { createPlan, type PlanInput } from '../planner/plan.ts';
import { parentAddress } from '../schemas/address.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Fault, Faults } from './faults.ts';
import type { Outline } from './outline.ts';
import type { Line } from './render.ts';
import { type NewFile, textOf } from './render-files.ts';

/** A file of the document. */
export interface WrittenFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What is said of the record at an address. */
interface WrittenRecord {
  readonly record: LiveRecord;
  readonly owned: boolean;
}

/** Files that can be read as a document. */
export interface Readable {
  readonly files: readonly WrittenFile[];
  readonly document: DesiredDocument;
  readonly said: ReadonlyMap<string, WrittenRecord>;
}

/** What stands against a try. */
export interface Refused {
  readonly faults: Faults;
}

/** What is to be written. */
export interface Draft {
  readonly account: Outline;
  readonly files: readonly PlacedFile[];
}

/** A file with its path, relative to the working directory, with `/`. */
interface PlacedFile extends NewFile {
  readonly path: string;
}

/**
 * Reads files that nobody has written yet as the document; where that cannot be, what is wrong with which record. The
 * draft is made when it is needed, and made again rather than kept: of a large account it takes more room than all else.
 */
export async function readBack(draft: () => Draft, cwd: string): Promise<Readable | Refused> {
  const { files, said } = writtenOut(draft());
  try {
    const found = files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
    const { document } = await readTree(
      { files: found, folders: [], skipped: [], unread: [] },
      { cwd, variables: { files: [], flags: [], environment: {} } },
    );
    return { files, document, said };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const faults = faultsIn(error.problems, draft());
    if (faults === undefined) throw error;
    return { faults };
  }
}

function writtenOut({ account, files }: Draft): Pick<Readable, 'files' | 'said'> {
  return { files: files.map((file) => ({ path: file.path, text: textOf(file) })), said: saidIn(account) };
}

/** The records that problems are about; `undefined` where one is about none. Problems come file by file. */
function faultsIn(problems: readonly Problem[], { files }: Draft): Faults | undefined {
  const faults = new Map<LiveRecord, Fault[]>();
  for (const [path, own] of Map.groupBy(problems, ({ file }) => file)) {
    const lines = files.find((file) => file.path === path)?.lines() ?? [];
    for (const { line, column, message } of own) {
      const at = lines[line - 1];
      if (at?.about === undefined) return undefined;
      add(faults, at.about.branch, { field: at.field ?? fieldAt(at, column), reason: message });
    }
  }
  return faults;
}

function saidIn(account: Outline): ReadonlyMap<string, WrittenRecord> {
  return new Map(
    outlinesIn(account).map(({ address, owned, branch: { record } }) => [address, { record, owned }]),
  );
}

/**
 * Plans a document against what is live, with what is to be adopted as if it were recorded. Gives what the state is to
 * hold where that plan is empty, else what is wrong with which record.
 */
export function tryOut(
  { document, said }: Readable,
  live: LiveAccount,
): { readonly entries: readonly StateEntry[] } | Refused {
  const own = document.resources.flatMap((resource): StateEntry[] => {
    const at = said.get(resource.address);
    return at?.owned === true ? [entryFor(resource, at.record, live.accountId)] : [];
  });
  const { plan, stateChanges } = createPlan({
    ...plainRun,
    document,
    live: [live],
    entries: own,
    createdAt: timeOf(live),
  });
  const faults = new Map<LiveRecord, Fault[]>();
  for (const { address, action, kind } of plan.changes)
    add(faults, saidAt(said, address), {
      reason: `a plan would ${action} this ${kind.replaceAll('_', ' ')}`,
    });
  for (const { address, rule } of plan.violations)
    add(faults, saidAt(said, address), { reason: `a plan is refused by ${rule}` });
  if (faults.size > 0) return { faults };
  const entries = new Map(own.map((entry) => [entry.address, entry]));
  for (const { put } of stateChanges) for (const entry of put) entries.set(entry.address, entry);
  return { entries: [...entries.values()] };
}

/** A plan of everything, that nobody has agreed to anything for. */
const plainRun: Omit<PlanInput, 'document' | 'live' | 'entries' | 'createdAt'> = {
  command: 'apply',
  adsyncVersion: '',
  paths: [],
  journal: 0,
  resolved: [],
  consents: nothingAgreed,
  targets: [],
};

function timeOf({ readAt }: LiveAccount): string {
  return new Date(readAt).toISOString();
}

/** The field that a column of a line says, where several stand in it; `undefined` before the first. */
function fieldAt({ text, about }: Line, column: number): string | undefined {
  const starts = (about?.fields ?? []).map(([name]) => [name, text.indexOf(` ${name}: `)] as const);
  return starts.findLast(([, start]) => start !== -1 && start < column)?.[0];
}

/** What an apply would have recorded that had just made it so. */
function entryFor(
  { address, kind, accountKey, fields, home }: DesiredDocument['resources'][number],
  record: LiveRecord,
  accountId: string,
): StateEntry {
  const live = Object.fromEntries(Object.keys(fields).map((wire) => [wire, record.fields[wire] ?? null]));
  return {
    address,
    kind,
    accountKey,
    accountId,
    id: record.id,
    origin: 'adopted',
    declared: live,
    answered: live,
    ...home,
    preventDestroy: false,
  };
}

function outlinesIn(outline: Outline): readonly Outline[] {
  return [outline, ...outline.sections.flatMap(({ members }) => members.flatMap(outlinesIn))];
}

/** What is said at an address, or of what that stands in. */
function saidAt(said: ReadonlyMap<string, WrittenRecord>, address: string): WrittenRecord {
  for (let at: string | undefined = address; at !== undefined; at = parentAddress(at)) {
    const found = said.get(at);
    if (found !== undefined) return found;
  }
  throw new RangeError(`nothing stands at ${address}`);
}

function add(
  faults: Map<LiveRecord, Fault[]>,
  { record }: Pick<WrittenRecord, 'record'>,
  fault: Fault,
): void {
  const known = faults.get(record);
  if (known === undefined) faults.set(record, [fault]);
  else known.push(fault);
}
