import path from 'node:path';
import { folderPrefix, type Home, placeOf, type ReadPlaces, repositoryPrefix } from '../schemas/home.ts';
import type { FoundFiles } from './files.ts';
import { realFolder, withSlashes } from './real-folder.ts';
import { type Repository, repositoryAt } from './repository.ts';

/** Where the files of a document belong in a state. */
export interface Homes {
  /** Of a file as it was found, relative to the working directory. Throws RangeError for one that was not. */
  readonly of: (file: string) => Home;
  readonly places: ReadPlaces;
}

/** A folder that was read, or that holds a file that was read. */
interface Folder {
  /** The full path, without symbolic links, with `/`. */
  readonly path: string;
  readonly repository: Repository | undefined;
}

/**
 * Finds out where files belong: in the project that the document names, else in the repository that holds them, else in
 * their folder. What they belonged to before the document had a name, or the repository an origin, is theirs too.
 */
export async function findHomes(
  { files, folders, unread }: Pick<FoundFiles, 'files' | 'folders' | 'unread'>,
  cwd: string,
  name: string | undefined,
): Promise<Homes> {
  const known = new Map<string, Promise<Folder>>();
  const folderAt = async (shown: string): Promise<Folder> => {
    const found = known.get(shown) ?? lookAt(path.resolve(cwd, shown));
    known.set(shown, found);
    return await found;
  };
  const all = new Map<string, readonly [Home, ...Home[]]>();
  for (const { path: file } of files) {
    const folder = await folderAt(path.posix.dirname(file));
    all.set(file, homesIn(folder, path.posix.basename(file), name));
  }
  const read = await Promise.all(folders.map(folderAt));
  const left: string[] = [];
  for (const each of unread) left.push(...placesOf(await folderAt(path.posix.dirname(each)), each, name));
  return {
    of: (file) => {
      const [home] = all.get(file) ?? [];
      if (home === undefined) throw new RangeError(`${file} was not read`);
      return home;
    },
    places: {
      files: [...all.values()].flat().map(placeOf),
      folders: read.flatMap((folder) => placesOf(folder, '', name)),
      unread: left,
      roots: rootsOf(await Promise.all(known.values()), name),
    },
  };
}

async function lookAt(absolute: string): Promise<Folder> {
  const real = await realFolder(absolute);
  return { path: withSlashes(real), repository: await repositoryAt(real) };
}

/** What a file of a folder may be known by, the right one first; the folder itself where the file has no name. */
function homesIn({ path: folder, repository }: Folder, file: string, name: string | undefined) {
  const own: Home = { project: `${folderPrefix}${folder}`, file };
  const full = `${folder}/${file}`;
  const within = repository === undefined ? full : full.slice(withSlashes(repository.root).length + 1);
  const named = name === undefined ? [] : [{ project: name, file: within }];
  const [first, ...others] = [...named, ...repositoryProjects(repository, within), own];
  return [first ?? own, ...others] as const;
}

/** The places of what is in a folder, by any name that it may be known by; a folder ends with `/`. */
function placesOf(folder: Folder, shown: string, name: string | undefined): readonly string[] {
  const base = shown === '' ? '' : path.posix.basename(shown);
  return homesIn(folder, shown.endsWith('/') ? `${base}/` : base, name).map(placeOf);
}

function repositoryProjects(repository: Repository | undefined, file: string): readonly Home[] {
  return (repository?.names ?? []).map((origin) => ({ project: `${repositoryPrefix}${origin}`, file }));
}

function rootsOf(folders: readonly Folder[], name: string | undefined) {
  const roots = folders.flatMap(({ repository }) => {
    const projects = repositoryProjects(repository, '').map(({ project }) => project);
    return [...(name === undefined ? [] : [name]), ...projects].map((project) => ({
      project,
      path: repository?.root ?? path.resolve('/'),
    }));
  });
  return [...new Map(roots.map((root) => [`${root.project}:${root.path}`, root])).values()];
}
