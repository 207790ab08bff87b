import path from 'node:path';
import { folderPrefix, type ReadPlaces, type RememberedFile } from '../schemas/home.ts';

/**
 * The full paths that a file of the state may have on this machine; none where its project is not known here. One
 * without a project is taken to be relative to the working directory.
 */
export function pathsOf(
  { project, file }: RememberedFile,
  { roots }: ReadPlaces,
  cwd: string,
): readonly string[] {
  if (project === undefined) return [path.resolve(cwd, file)];
  if (project.startsWith(folderPrefix)) return [path.resolve(project.slice(folderPrefix.length), file)];
  return roots.filter((root) => root.project === project).map((root) => path.resolve(root.path, file));
}

/** A path as people see it: relative to the working directory, with `/`. */
export function relativePath(cwd: string, file: string): string {
  return path.relative(cwd, file).split(path.sep).join('/');
}
