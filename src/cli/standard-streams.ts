import { InvalidArgumentError } from 'commander';

/** What names standard input or standard output in place of a file; a file that is called so is `./-`. */
export const dash = '-';

/** The file that a user named to be read: standard input for `-`. */
export function inputNamed(file: string): string {
  return file === dash ? '/dev/stdin' : file;
}

/** Takes the name of a folder from the command line. Throws InvalidArgumentError for `-`, which holds no files. */
export function folderNamed(folder: string): string {
  if (folder !== dash) return folder;
  throw new InvalidArgumentError('- is no folder; one that is called so is ./-');
}
