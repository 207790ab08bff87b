import * as fc from 'fast-check';
import type { DesiredDocument } from '../../../../src/schemas/desired.ts';
import type { StateEntry } from '../../../../src/schemas/state-entry.ts';

/** A file of the project that is planned. */
export type WholeFile = 'a.yaml' | 'b.yaml';

/** Which files are there, and which of them a run reads. */
export interface WholeFiles {
  /** Those that are asked for by name, or the folder that holds them. */
  readonly reads: 'both' | 'folder' | WholeFile;
  /** `b.yaml` was deleted. */
  readonly isGone: boolean;
  /** So was the file of the other project. */
  readonly isOtherGone: boolean;
  /** The entries were written before there were projects. */
  readonly isLegacy: boolean;
}

/** The project whose document is planned. */
export const ownProject = 'shop';
/** The project that shares its state, and has a file of the same name. */
export const otherProject = 'outlet';

const seldom = fc.nat({ max: 7 }).map((number) => number === 7);

/** Any files of a world; mostly all are there and read. */
export const wholeFiles: fc.Arbitrary<WholeFiles> = fc.record({
  reads: fc.constantFrom<WholeFiles['reads']>('both', 'both', 'both', 'folder', 'a.yaml', 'b.yaml'),
  isGone: seldom,
  isOtherGone: seldom,
  isLegacy: seldom,
});

/** Everything is there and read. */
export const allFiles: WholeFiles = { reads: 'both', isGone: false, isOtherGone: false, isLegacy: false };

/** The files that a run reads. */
export function filesRead({ reads, isGone }: WholeFiles): readonly WholeFile[] {
  const asked: readonly WholeFile[] = reads === 'both' || reads === 'folder' ? ['a.yaml', 'b.yaml'] : [reads];
  return asked.filter((file) => file === 'a.yaml' || !isGone);
}

/** What a document says of the files that it was read from. */
export function readOf(files: WholeFiles): Pick<DesiredDocument, 'files' | 'places'> {
  const read = filesRead(files);
  return {
    files: [...read],
    places: {
      files: read.map((file) => `${ownProject}:${file}`),
      folders: files.reads === 'folder' ? [`${ownProject}:`] : [],
      unread: [],
      roots: [],
    },
  };
}

/** Whether a run reads the file that declared an entry, by the judge's own rules. */
export function isRead(files: WholeFiles, { project, file }: StateEntry): boolean {
  const isNamed = filesRead(files).some((read) => read === file);
  if (project === undefined) return isNamed;
  return project === ownProject && (isNamed || files.reads === 'folder');
}

/** Whether that file is there. */
export function isThere({ isGone, isOtherGone }: WholeFiles, { project, file }: StateEntry): boolean {
  return project === otherProject ? !isOtherGone : file === 'a.yaml' || !isGone;
}

/** How that file is called from where the run was started. */
export function shownFile({ project, file }: StateEntry): string {
  return project === otherProject ? `../outlet/${file}` : file;
}
