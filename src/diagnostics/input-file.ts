import { createReadStream, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/**
 * Whether a path names what was handed to this process: its standard input, or what a shell puts in the place of
 * `<(…)`. Such a stream can be read once.
 */
export function isHandedOver(path: string): boolean {
  return /^\/dev\/(stdin|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/.test(path);
}

/**
 * What keeps a path from being read like a file, as the second half of a sentence; `undefined` where nothing does. Whoever
 * opens a pipe that has a name waits until somebody writes to it, and some devices never end.
 */
export function whyNotRead(path: string, found: Stats): string | undefined {
  if (found.isFile() || found.isDirectory() || path === '/dev/null' || isHandedOver(path)) return undefined;
  if (found.isFIFO()) return 'is a named pipe, not a file';
  return found.isSocket() ? 'is a socket, not a file' : 'is a device, not a file';
}

/**
 * The text of a file that may be there; `undefined` where there is none that can be read. What is not a file counts as
 * nothing: somebody would have to write to a named pipe before it could be read.
 */
export async function textOfFile(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isFile() ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** What writes to a stream may never end. */
const longestStream = 64 * 1024 * 1024;

async function readStream(path: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const stream: AsyncIterable<unknown> = createReadStream(path);
  let length = 0;
  for await (const part of stream) {
    if (!(part instanceof Uint8Array)) continue;
    parts.push(part);
    length += part.length;
    if (length > longestStream) throw new Error('it is longer than 64 MiB');
  }
  return Buffer.concat(parts);
}

/** What was read of the streams that were handed over, which can be read only once. */
const handedOver = new Map<string, Promise<Buffer>>();

/**
 * Reads a file that the user named by an absolute path; also `/dev/null`, `/dev/stdin` and `<(…)`. Throws what the file
 * system throws, and an error that says why for a named pipe, a socket or another device.
 */
export async function readInput(path: string): Promise<Buffer> {
  const reason = whyNotRead(path, await stat(path));
  if (reason !== undefined) throw new Error(`it ${reason}; a file, /dev/stdin and <(…) can be read`);
  if (!isHandedOver(path)) return await readFile(path);
  const read = handedOver.get(path) ?? readStream(path);
  handedOver.set(path, read);
  return await read;
}
