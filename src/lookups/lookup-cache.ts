import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../diagnostics/make-folder.ts';

/** What is kept of a lookup: its rows, or that it could not be read, and since when. */
const keptSchema = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.number(),
  rows: z.array(z.record(z.string(), z.unknown())).nullable(),
});
export type KeptLookup = z.infer<typeof keptSchema>;

/** A folder of lookups, those of one platform. */
export class LookupCache {
  readonly #folder: string;

  /** Takes the folder of all platforms, and the host of this one. */
  constructor(folder: string, host: string) {
    this.#folder = join(folder, 'lookups', host.replaceAll(/[^\w.-]/g, '_'));
  }

  /** What is kept under a name; `undefined` for nothing, and for what cannot be read. */
  async read(name: string): Promise<KeptLookup | undefined> {
    try {
      const parsed = keptSchema.safeParse(JSON.parse(await readFile(this.#pathOf(name), 'utf8')));
      return parsed.data;
    } catch {
      return undefined;
    }
  }

  /** Keeps it for later runs, as far as the folder can be written. */
  async write(name: string, kept: KeptLookup): Promise<void> {
    const path = this.#pathOf(name);
    const half = `${path}.${process.pid}`;
    try {
      await makeFolder(dirname(path));
      await writeFile(half, JSON.stringify(kept));
      await rename(half, path);
    } catch {
      // Without the folder the next run reads again.
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}
