import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { type Faults, moreFaults } from './faults.ts';
import { type Outline, outlineOf } from './outline.ts';
import { filesOf, type NewFile } from './render-files.ts';
import { growTree } from './tree.ts';
import { type Draft, type Readable, type Refused, readBack, tryOut, type WrittenFile } from './try-out.ts';

/** A document of an account, with which a plan is empty. */
export interface Imported {
  readonly files: readonly WrittenFile[];
  /** Of the document. */
  readonly digest: string;
  /** What the state is to hold of it. */
  readonly entries: readonly StateEntry[];
}

/** What a document is made for. */
export interface Importing {
  readonly live: LiveAccount;
  /** The key of the account. */
  readonly key: string;
  readonly cwd: string;
  /** Gives the path of a file, relative to the working directory, among so many. */
  readonly placeOf: (file: NewFile, count: number) => string;
}

/** A record is given up in few steps; this many rounds say that something else is wrong. */
const mostRounds = 8;

/**
 * Makes the document of what was read: all of it as a user would write it, less what the language cannot say. Each try
 * is read and planned in memory, until nothing is left to change. Writes nothing. Throws ADSYNC_IMPORT_REFUSED where
 * there is no such document.
 */
export async function makeDocument(importing: Importing): Promise<Imported> {
  const { live, key } = importing;
  const tree = growTree(live.records, live.accountId, key);
  let faults: Faults = new Map();
  for (let round = 1; round <= mostRounds; round += 1) {
    const said = faults;
    const read = await readBack(() => draftOf(importing, outlineOf(tree, said)), importing.cwd);
    const made = judged(read, live);
    if (!('faults' in made)) return made;
    const more = moreFaults(faults, made.faults);
    if (more === undefined) throw impossible(made.faults);
    faults = more;
  }
  throw impossible(faults);
}

function draftOf({ placeOf }: Importing, account: Outline): Draft {
  const files = filesOf(account);
  return { account, files: files.map((file) => ({ ...file, path: placeOf(file, files.length) })) };
}

function judged(read: Readable | Refused, live: LiveAccount): Imported | Refused {
  if ('faults' in read) return read;
  const tried = tryOut(read, live);
  return 'faults' in tried ? tried : { ...tried, files: read.files, digest: read.document.digest };
}

function impossible(faults: Faults): AdsyncError {
  const lines = [...faults].flatMap(([{ kind, id }, each]) =>
    each.map(({ field, reason }) => `${kind} ${id}${field === undefined ? '' : ` ${field}`}: ${reason}`),
  );
  return new AdsyncError('ADSYNC_IMPORT_REFUSED', 'no document says what is live in the account', {
    lines: lines.slice(0, 20),
    remedy: 'Nothing was written. Change what is named here on the platform, and import again.',
  });
}
