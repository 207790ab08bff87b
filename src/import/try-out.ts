import { DocumentError } from '../config/document-error.ts';
import { readTree } from '../config/load-document.ts';
import { createPlan, type PlanInput } from '../planner/plan.ts';
import { parentAddress } from '../schemas/address.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Fault, Faults } from './faults.ts';
import type { Outline } from './outline.ts';
import type { Line } from './render.ts';
import { type NewFile, textOf } from './render-files.ts';

/** A file with its path as the document will know it. */
export interface PlacedFile extends NewFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
}

/** A document that agrees with what is live, and what the state is to hold of it. */
export interface Agreed {
  readonly document: DesiredDocument;
  readonly entries: readonly StateEntry[];
}

/** What a try gave: agreement, or what stands against it. */
export type Tried = { readonly agreed: Agreed } | { readonly faults: Faults };

/** What a document is tried with. */
export interface Trial {
  readonly account: Outline;
  readonly files: readonly PlacedFile[];
  readonly live: LiveAccount;
  readonly cwd: string;
}

/**
 * Reads files that nobody has written yet as the document, and plans it against what is live: agreed where that plan is
 * empty, else what is wrong with which record.
 */
export async function tryOut(trial: Trial): Promise<Tried> {
  const { account, files, live, cwd } = trial;
  try {
    const found = files.map((file) => ({ path: file.path, bytes: Buffer.from(textOf(file)) }));
    const { document } = await readTree(
      { files: found, folders: [] },
      { cwd, variables: { files: [], flags: [], environment: {} } },
    );
    return agree(document, account, live);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const faults = new Map<LiveRecord, Fault[]>();
    for (const { file, line, column, message } of error.problems) {
      const at = files.find(({ path }) => path === file)?.lines[line - 1];
      if (at?.about === undefined) throw error;
      add(faults, at.about, { field: at.field ?? fieldAt(at, column), reason: message });
    }
    return { faults };
  }
}

/** Plans the document with what is to be adopted as if it were recorded. */
function agree(document: DesiredDocument, account: Outline, live: LiveAccount): Tried {
  const outlines = new Map(outlinesIn(account).map((outline) => [outline.address, outline]));
  const own = document.resources.flatMap((resource): StateEntry[] => {
    const outline = outlines.get(resource.address);
    return outline?.owned === true ? [entryFor(resource, outline, live.accountId)] : [];
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
    add(faults, outlineAt(outlines, address), {
      reason: `a plan would ${action} this ${kind.replaceAll('_', ' ')}`,
    });
  for (const { address, rule } of plan.violations)
    add(faults, outlineAt(outlines, address), { reason: `a plan is refused by ${rule}` });
  if (faults.size > 0) return { faults };
  const entries = new Map(own.map((entry) => [entry.address, entry]));
  for (const { put } of stateChanges) for (const entry of put) entries.set(entry.address, entry);
  return { agreed: { document, entries: [...entries.values()] } };
}

/** A plan of everything, that nobody has agreed to anything for. */
const plainRun: Omit<PlanInput, 'document' | 'live' | 'entries' | 'createdAt'> = {
  command: 'apply',
  adsyncVersion: '',
  paths: [],
  journal: 0,
  resolved: [],
  consents: { adopt: { all: false, addresses: new Map() }, undoDrift: [], allowRecreate: [], override: [] },
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
  { address, kind, accountKey, fields, source }: DesiredDocument['resources'][number],
  { branch: { record } }: Outline,
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
    file: source.file,
    preventDestroy: false,
  };
}

function outlinesIn(outline: Outline): readonly Outline[] {
  return [outline, ...outline.sections.flatMap(({ members }) => members.flatMap(outlinesIn))];
}

/** The outline at an address, or of what that stands in. */
function outlineAt(outlines: ReadonlyMap<string, Outline>, address: string): Outline {
  for (let at: string | undefined = address; at !== undefined; at = parentAddress(at)) {
    const found = outlines.get(at);
    if (found !== undefined) return found;
  }
  throw new RangeError(`nothing stands at ${address}`);
}

function add(faults: Map<LiveRecord, Fault[]>, { branch }: Outline, fault: Fault): void {
  const known = faults.get(branch.record) ?? [];
  faults.set(branch.record, [...known, fault]);
}
