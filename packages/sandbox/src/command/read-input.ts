import { readFile, stat } from 'node:fs/promises';

/**
 * Reads the text of a file that the user named by an absolute path; also `/dev/null`, `/dev/stdin` and `<(…)`. Throws what
 * the file system throws, and an error that says so for any other pipe, socket or device: whoever opens a pipe that has a
 * name waits until somebody writes to it.
 */
export async function readInput(path: string): Promise<string> {
  const found = await stat(path);
  const isStream = /^\/dev\/(null|stdin|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/.test(path);
  if (!found.isFile() && !found.isDirectory() && !isStream)
    throw new Error(`${path} is not a file; a file, /dev/stdin and <(…) can be read`);
  return await readFile(path, 'utf8');
}
