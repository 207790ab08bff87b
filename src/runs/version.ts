import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The version in package.json, two folders up from the sources and from what is built of them. */
export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
