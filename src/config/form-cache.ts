import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { join } from 'node:path';
import type { CompiledForm } from './compiled-form.ts';
import type { SealedFiles } from './sealed-files.ts';

/** Raised with every change of what a form or its file looks like, or of what is read out of a document. */
const format = 1;
const digestLength = 32;

/** Where forms of files are kept between runs; safe to delete at any time. */
export interface FormCache {
  /** The form of a file of this name and content; `undefined` where none is kept, or one that is not to be trusted. */
  readonly read: (path: string, content: Uint8Array) => Promise<CompiledForm | undefined>;
  /** Keeps it, as far as the folder can be written; the form of an earlier content is replaced. */
  readonly write: (path: string, content: Uint8Array, form: CompiledForm) => Promise<void>;
}

/**
 * Forms in a folder. One is trusted only if it is of the same version of adsync and of the same bytes, and this user wrote
 * it: another form would give the document another meaning than people read in it.
 */
export function openFormCache(files: SealedFiles, folder: string, version: string): FormCache {
  const pathOf = (path: string): string =>
    join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.form`);
  const identityOf = (content: Uint8Array): Buffer =>
    createHash('sha256')
      .update(JSON.stringify([format, version, endianness()]))
      .update(content)
      .digest();
  return {
    read: async (path, content) => {
      const bytes = await files.read(pathOf(path));
      return bytes === undefined ? undefined : formIn(bytes, identityOf(content));
    },
    // Without the folder the next run reads the file itself.
    write: async (path, content, form) => await files.write(pathOf(path), fileOf(form, identityOf(content))),
  };
}

/** Whose form it is, then the numbers as this machine writes them. */
function fileOf(form: CompiledForm, identity: Buffer): Buffer {
  const numbers = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  return Buffer.concat([identity, numbers]);
}

function formIn(bytes: Buffer, identity: Buffer): CompiledForm | undefined {
  if (!bytes.subarray(0, digestLength).equals(identity)) return undefined;
  const numbers = bytes.subarray(digestLength);
  if (numbers.length % Int32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  // Copied, because numbers must begin at a multiple of their size in memory.
  return new Int32Array(new Uint8Array(numbers).buffer);
}
