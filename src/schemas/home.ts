/** Where a file belongs in a state, whatever the working directory. */
export interface Home {
  /**
   * What the document names in `project`; else `repository:ORIGIN`; outside of any repository `folder:PATH`. A name holds
   * no colon.
   */
  readonly project: string;
  /** Relative to the root of the repository; of a named project outside of any, the full path. With `/`. */
  readonly file: string;
}

/** A file as the state remembers it: without a project where an earlier version wrote it, relative to some folder. */
export interface RememberedFile {
  readonly project?: string | undefined;
  readonly file: string;
}

/** Where the files of a run stand among those of all projects that a state holds. */
export interface ReadPlaces {
  /** As `placeOf` gives them. */
  readonly files: readonly string[];
  /** What the places of files in folders that were read begin with. */
  readonly folders: readonly string[];
  /** Places of what is there in these folders and was not read; those of folders end with `/`. */
  readonly unread: readonly string[];
  /** Full paths of the folders that the files of those projects are relative to, on this machine. */
  readonly roots: readonly { readonly project: string; readonly path: string }[];
}

/** What an entry says of the file that declared it, and nothing else of what is given. */
export function homeOf({ project, file }: RememberedFile): RememberedFile {
  return project === undefined ? { file } : { project, file };
}

/** What begins the identity of a folder outside of any repository; its full path follows. */
export const folderPrefix = 'folder:';
/** What begins the identity of a repository; where it comes from follows. */
export const repositoryPrefix = 'repository:';

/** A file with its project, for people. */
export function describeHome({ project, file }: RememberedFile): string {
  if (project === undefined) return file;
  if (project.startsWith(folderPrefix)) return `${project.slice(folderPrefix.length)}/${file}`;
  return `${file} of ${namedOwner(project)}`;
}

/** What a file belongs to, after something that is done: `for project winter`, `for repository HOST/PATH`. */
export function belonging({ project }: RememberedFile): string {
  return project === undefined || project.startsWith(folderPrefix)
    ? 'without a project'
    : `for ${namedOwner(project)}`;
}

/** The name that a document gives in `project`; `undefined` where the file belongs to a repository or a folder. */
export function namedProject({ project }: RememberedFile): string | undefined {
  return project?.includes(':') === true ? undefined : project;
}

function namedOwner(project: string): string {
  const isRepository = project.startsWith(repositoryPrefix);
  return isRepository ? `repository ${project.slice(repositoryPrefix.length)}` : `project ${project}`;
}

/**
 * The name of a file among those of all projects. Equal for a file by its folder, and by a folder above that, so that
 * it does not matter which of them a run was given.
 */
export function placeOf({ project, file }: RememberedFile): string {
  if (project === undefined) return file;
  return project.startsWith(folderPrefix) ? `${project}/${file}` : `${project}:${file}`;
}

/**
 * True where the document was read from that file, or from a folder that held it and holds it no more. Of a file without
 * a project nobody knows which folder it was in: only one of the same path counts.
 */
export function isReadIn(
  { files, places }: { readonly files: readonly string[]; readonly places: ReadPlaces },
  remembered: RememberedFile,
): boolean {
  if (remembered.project === undefined) return files.includes(remembered.file);
  const place = placeOf(remembered);
  if (places.files.includes(place)) return true;
  // What is there and was not read declares what it declared before: only what is gone from a folder is.
  const isUnread = places.unread.some((unread) =>
    unread.endsWith('/') ? place.startsWith(unread) : place === unread,
  );
  return !isUnread && places.folders.some((folder) => place.startsWith(folder));
}
