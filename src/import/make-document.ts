import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { type Faults, moreFaults } from './faults.ts';
import { type Outline, outlineOf } from './outline.ts';
import { filesOf, type NewFile } from './render-files.ts';
import { schemaLine } from './schema-file.ts';
import { type Shortened, shorten } from './shorten/shorten.ts';
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
  /** Other documents may be read with this one: then it says nothing that holds for all of them. */
  readonly hasNeighbours: boolean;
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
    const whole = (): Draft => draftOf(importing, { account: outlineOf(tree, said), defaults: new Map() });
    const read = await readBack(whole, importing.cwd);
    const made = judged(read, live);
    if (!('faults' in made)) return await inFewerLines(importing, outlineOf(tree, said), made);
    const more = moreFaults(faults, made.faults);
    if (more === undefined) throw impossible(made.faults);
    faults = more;
  }
  throw impossible(faults);
}

/** The document as people would write it, where that can be read as the very same resources; else as it is. */
async function inFewerLines(importing: Importing, account: Outline, made: Made): Promise<Imported> {
  const short = shorten(account, { withDefaults: !importing.hasNeighbours });
  if (short === undefined) return made;
  const read = await readBack(() => draftOf(importing, short), importing.cwd);
  if ('faults' in read || !isSame(read.document, made.document)) return made;
  const files = new Map(read.document.resources.map(({ address, home }) => [address, home.file]));
  return {
    files: read.files,
    digest: read.document.digest,
    entries: made.entries.map((entry) => ({ ...entry, file: files.get(entry.address) ?? entry.file })),
  };
}

/** Whether two documents declare the same, wherever it stands. */
function isSame(one: DesiredDocument, other: DesiredDocument): boolean {
  const declared = new Map(one.resources.map((resource) => [resource.address, meaningOf(resource)]));
  return (
    declared.size === other.resources.length &&
    other.resources.every((resource) => declared.get(resource.address) === meaningOf(resource)) &&
    JSON.stringify(one.accounts) === JSON.stringify(other.accounts)
  );
}

function meaningOf({ kind, id, fields, lifecycle, sets }: DesiredResource): string {
  const named = Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([kind, id, named, lifecycle, [...sets].sort()]);
}

function draftOf({ placeOf }: Importing, short: Shortened): Draft {
  const files = filesOf(short);
  return {
    account: short.account,
    files: files.map((file) => {
      const path = placeOf(file, files.length);
      return { ...file, path, lines: () => [{ text: schemaLine(path) }, ...file.lines()] };
    }),
  };
}

/** A document that goes, with how it was read. */
interface Made extends Imported {
  readonly document: DesiredDocument;
}

function judged(read: Readable | Refused, live: LiveAccount): Made | Refused {
  if ('faults' in read) return read;
  const { document, files } = read;
  const tried = tryOut(read, live);
  return 'faults' in tried ? tried : { ...tried, document, files, digest: document.digest };
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
