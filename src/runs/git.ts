import { execFile } from 'node:child_process';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Run } from './run.ts';

const runFile = promisify(execFile);
/** A listing of files may be long. */
const mostBytes = 256 * 1024 * 1024;
/** So many paths go on one command line; of more, the whole tree is looked at. */
const mostPaths = 500;

/** The repository that the working directory is in, compared with one of its commits. */
export interface Comparison {
  /** Files that differ from the commit, also deleted and untracked ones, relative to the working directory. */
  readonly files: ReadonlySet<string>;
  /** Those of them in whose text of then a regular expression (POSIX, extended) matches a line. */
  matchedThen(pattern: string): Promise<ReadonlySet<string>>;
}

/**
 * Asks git for the files that differ from a revision, uncommitted changes included. Reads only: git runs no program of
 * the repository's settings. Throws ADSYNC_USAGE without git, outside of a repository, and for an unknown revision.
 */
export async function compareWith(
  { cwd, variables }: Pick<Run, 'cwd' | 'variables'>,
  revision: string,
): Promise<Comparison> {
  const git = async (...argv: readonly string[]): Promise<string> => {
    const { stdout } = await runFile('git', ['-c', 'core.fsmonitor=false', ...argv], {
      cwd,
      env: { ...variables.environment, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
      maxBuffer: mostBytes,
    });
    return stdout;
  };
  const prefix = (await git('rev-parse', '--show-prefix').catch(refuse(outside))).trimEnd();
  const commit = (
    await git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`).catch(
      refuse(() => unknown(revision)),
    )
  ).trimEnd();
  const here = (path: string): string => posix.relative(prefix, path);
  const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--no-relative', '--ignore-submodules'];
  const changed = split(await git('diff', '--name-only', '-z', ...plain, commit, '--'));
  const untracked = split(await git('ls-files', '--others', '-z', '--full-name', ':/'));
  const paths = [...changed, ...untracked];
  return {
    files: new Set(paths.map(here)),
    matchedThen: async (pattern) => {
      const within = changed.length > mostPaths ? [':/'] : changed.map((path) => `:(top,literal)${path}`);
      if (within.length === 0) return new Set();
      const options = ['-l', '-z', '-I', '--full-name', '--no-textconv', '-E', '-e', pattern];
      const found = split(await git('grep', ...options, commit, '--', ...within).catch(noneFound));
      const known = new Set(changed);
      const then = found.map((name) => name.slice(commit.length + 1)).filter((path) => known.has(path));
      return new Set(then.map(here));
    },
  };
}

function split(text: string): readonly string[] {
  return text.split('\0').filter((part) => part !== '');
}

function refuse(toError: () => AdsyncError): (cause: unknown) => never {
  return (cause) => {
    throw codeOf(cause) === 'ENOENT' ? missing() : toError();
  };
}

/** Finding nothing is 1; anything else failed. */
function noneFound(cause: unknown): string {
  if (codeOf(cause) === 1) return '';
  throw cause;
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}

function missing(): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', '--changed-since needs git, and there is none on the path', {
    remedy: 'Install git, or name what to plan for with --target.',
  });
}

function outside(): AdsyncError {
  return new AdsyncError(
    'ADSYNC_USAGE',
    '--changed-since needs a git repository, and this folder is in none',
    {
      remedy: 'Run it inside of the work tree, or name what to plan for with --target.',
    },
  );
}

function unknown(revision: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `git knows no commit ${revision} here`, {
    remedy:
      'Check the name. In a pipeline, fetch the whole history first: a shallow clone lacks older commits.',
  });
}
