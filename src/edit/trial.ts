import { DocumentError } from '../config/document-error.ts';
import type { FoundFiles } from '../config/files.ts';
import { type LoadOptions, readTree } from '../config/load-document.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { Value } from '../schemas/values.ts';
import { splicesOf } from './edit.ts';
import type { EditedFile } from './edited-file.ts';
import { type Group, type Refusal, type Sorted, topmost } from './group.ts';
import type { IdsByAddress } from './known-ids.ts';
import { spliced } from './splice.ts';
import { type Expected, unexpectedDifference } from './verify.ts';

/** How the document is read: as every command reads it. */
export type ReadSettings = Omit<LoadOptions, 'paths'>;

/** The document that edits are tried on. */
export interface Trial {
  readonly found: FoundFiles;
  readonly settings: ReadSettings;
  readonly before: DesiredDocument;
  readonly ids: IdsByAddress;
}

/** The files that a trial made, and in what the document that they hold is not the wanted one. */
interface Outcome {
  readonly files: readonly EditedFile[];
  readonly fault: string | undefined;
}

/** The edits that were found sound, the files that they make, and what was refused. */
export interface Sound extends Sorted {
  readonly files: readonly EditedFile[];
}

/** The edits that together leave everything else as it is; the others are refused. Halves what fails until it is found. */
export async function soundGroups(trial: Trial, groups: readonly Group[]): Promise<Sound> {
  const [first, second] = groups;
  if (first === undefined) return { groups, files: [], refused: [] };
  const { files, fault } = await attempt(trial, groups);
  if (fault === undefined) return { groups, files, refused: [] };
  if (second === undefined) return { groups: [], files: [], refused: refusalsOf(first, fault) };
  const middle = Math.ceil(groups.length / 2);
  const left = await soundGroups(trial, groups.slice(0, middle));
  const right = await soundGroups(trial, groups.slice(middle));
  const refused = [...left.refused, ...right.refused];
  const together = [...left.groups, ...right.groups];
  const joined = await attempt(trial, together);
  if (joined.fault === undefined) return { groups: together, files: joined.files, refused };
  const clashing = right.groups.flatMap((group) => refusalsOf(group, joined.fault ?? ''));
  return { ...left, refused: [...refused, ...clashing] };
}

function refusalsOf({ fields, gone, added, at }: Group, reason: string): readonly Refusal[] {
  const remedy = 'Edit it by hand, or let the next apply set what is declared.';
  const whole = [...topmost(gone), ...added];
  if (whole.length > 0) return whole.map((address) => ({ address, field: undefined, at, reason, remedy }));
  return fields.map(({ address, field }) => ({ address, field, at, reason, remedy }));
}

/** Edits in memory, reads the result, and compares it with what it is to say. */
async function attempt(trial: Trial, groups: readonly Group[]): Promise<Outcome> {
  try {
    const files = editedFiles(trial.found, groups);
    const after = new Map(files.map((file) => [file.path, file.after]));
    const edited = trial.found.files.map((file) => ({ ...file, bytes: after.get(file.path) ?? file.bytes }));
    const { document } = await readTree({ ...trial.found, files: edited }, trial.settings);
    const idOf = (address: string): string | undefined => trial.ids.get(address);
    return { files, fault: unexpectedDifference(trial.before, document, expectedFrom(groups), idOf) };
  } catch (error) {
    if (error instanceof DocumentError) return { files: [], fault: problemText(error) };
    // A variable of the command line that nothing would use any more.
    if (error instanceof AdsyncError)
      return { files: [], fault: `the document could not be read: ${error.message}` };
    // Two edits that meet at one place.
    if (error instanceof RangeError) return { files: [], fault: 'its place cannot be edited by itself' };
    throw error;
  }
}

function problemText({ problems: [problem] }: DocumentError): string {
  if (problem === undefined) return 'the document would not be valid';
  return `the document would not be valid: ${problem.message} (${problem.file}:${problem.line})`;
}

function editedFiles({ files }: FoundFiles, groups: readonly Group[]): readonly EditedFile[] {
  const byFile = Map.groupBy(groups, ({ edit }) => edit.slot.file.source);
  return [...byFile].flatMap(([{ path, text }, own]) => {
    const before = files.find((file) => file.path === path)?.bytes;
    if (before === undefined) return [];
    const mark = before.toString('utf8').startsWith('\uFEFF') ? '\uFEFF' : '';
    const after = mark + spliced(text, splicesOf(own.map(({ edit }) => edit)));
    return [{ path, before, after: Buffer.from(after) }];
  });
}

function expectedFrom(groups: readonly Group[]): Expected {
  const fields = new Map<string, Map<string, Value>>();
  for (const { address, wire, live } of groups.flatMap((group) => group.fields)) {
    const known = fields.get(address) ?? new Map<string, Value>();
    fields.set(address, known.set(wire, live));
  }
  return {
    fields,
    gone: new Set(groups.flatMap(({ gone }) => gone)),
    added: groups.flatMap(({ added }) =>
      added.map((address) => address.slice(0, address.lastIndexOf('/') + 1)),
    ),
  };
}
