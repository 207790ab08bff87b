import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import { type Faults, moreFaults } from './faults.ts';
import { type Outline, outlineOf } from './outline.ts';
import { filesOf, type NewFile } from './render-files.ts';
import { growTree } from './tree.ts';
import { type Agreed, type PlacedFile, tryOut } from './try-out.ts';

/** A document of an account, with which a plan is empty. */
export interface Imported extends Agreed {
  readonly files: readonly PlacedFile[];
  readonly account: Outline;
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
export async function makeDocument({ live, key, cwd, placeOf }: Importing): Promise<Imported> {
  const tree = growTree(live.records, live.accountId, key);
  let faults: Faults = new Map();
  for (let round = 1; round <= mostRounds; round += 1) {
    const account = outlineOf(tree, faults);
    const made = filesOf(account);
    const files = made.map((file) => ({ ...file, path: placeOf(file, made.length) }));
    const tried = await tryOut({ account, files, live, cwd });
    if ('agreed' in tried) return { ...tried.agreed, files, account };
    const more = moreFaults(faults, tried.faults);
    if (more === undefined) throw impossible(tried.faults);
    faults = more;
  }
  throw impossible(faults);
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
