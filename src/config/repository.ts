import { stat } from 'node:fs/promises';
import path from 'node:path';
import { textOfFile } from '../diagnostics/input-file.ts';
import { realFolder, withSlashes } from './real-folder.ts';

/** A git repository that holds a folder. */
export interface Repository {
  /** The full path of its work tree. */
  readonly root: string;
  /** What it is known by, the best first: the same in every clone and work tree, then what it may have been before. */
  readonly names: readonly string[];
}

/** Clones of clones are followed this far. */
const longestChain = 8;

/** The repository that holds a folder, found without git: by its `.git`, a folder or a file. Reads nothing else. */
export async function repositoryAt(folder: string): Promise<Repository | undefined> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (await exists(path.join(at, '.git'))) return { root: at, names: await namesOf(at) };
    if (path.dirname(at) === at) return undefined;
  }
}

/** Its origin, and that of the origin where that is a folder of this machine; the farthest first. */
async function namesOf(root: string): Promise<readonly string[]> {
  const names: string[] = [];
  let at: string | undefined = root;
  while (at !== undefined && names.length < longestChain) {
    const data = await dataFolder(at);
    const own = withSlashes(data).replace(/\/\.git$/, '');
    if (names.includes(own)) break;
    names.unshift(own);
    const origin: string | undefined = originIn(await text(path.join(data, 'config')));
    const host = origin === undefined ? undefined : hostedName(origin);
    if (host !== undefined) names.unshift(host);
    at = origin === undefined || host !== undefined ? undefined : localPath(origin, at);
  }
  return names;
}

/** Where a repository keeps its configuration, which its work trees share. */
async function dataFolder(root: string): Promise<string> {
  const dotGit = path.join(root, '.git');
  if (!(await exists(dotGit))) return await realFolder(root);
  const pointer = /^gitdir: *(.+)$/m.exec(await text(dotGit))?.[1];
  const own = pointer === undefined ? dotGit : path.resolve(root, pointer.trim());
  const shared = (await text(path.join(own, 'commondir'))).trim();
  return await realFolder(path.resolve(own, shared));
}

/** The address of the remote `origin` in a git configuration. */
function originIn(config: string): string | undefined {
  let section = '';
  for (const line of config.split('\n')) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1] ?? section;
    const url = /^\s*url\s*=\s*(.*?)\s*$/.exec(line)?.[1];
    if (url !== undefined && url !== '' && /^remote\s+"origin"$/.test(section)) return url;
  }
  return undefined;
}

/** Host and path of a remote, equal for every protocol and without credentials; `undefined` for a folder of this machine. */
function hostedName(origin: string): string | undefined {
  const withProtocol = /^[a-z+]+:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.*)$/i.exec(origin);
  const short = /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)(.*)$/.exec(origin);
  const [, host, where] = withProtocol ?? short ?? [];
  if (host === undefined || where === undefined) return undefined;
  return `${host.toLowerCase()}/${where.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')}`;
}

function localPath(origin: string, root: string): string {
  return path.resolve(root, origin.replace(/^file:\/\//, ''));
}

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}

/** What a file holds; nothing where it cannot be read. */
async function text(file: string): Promise<string> {
  return (await textOfFile(file)) ?? '';
}
