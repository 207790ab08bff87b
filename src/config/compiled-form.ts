import type { Located, LocatedEntry } from './located.ts';
import type { SourceFile } from './source-file.ts';

/**
 * What a file of YAML means, as numbers: what stands where. Texts are not in it: it says from where to where in the file
 * they stand, so that it holds nothing that the file does not, and is of no use without it.
 */
export type CompiledForm = Int32Array;

/** What a number at the beginning of a value says of it. */
const nothing = 0;
const text = 1;
const quotedText = 2;
const list = 3;
const map = 4;

/**
 * The form of the values of a file, which share nothing with each other; `undefined` where a text does not stand in the
 * file as it is, such as one with escapes or of several lines.
 */
export function compileForm(
  roots: readonly Located[],
  { text: source }: SourceFile,
): CompiledForm | undefined {
  const numbers: number[] = [roots.length];
  const isAt = (value: string, offset: number): boolean => source.startsWith(value, offset);
  const writeText = (value: string, offset: number): boolean => {
    const isBare = isAt(value, offset);
    if (!isBare && !isAt(value, offset + 1)) return false;
    numbers.push(isBare ? text : quotedText, offset, value.length);
    return true;
  };
  const write = (node: Located): boolean => {
    const { offset } = node;
    if (node.type === 'list') {
      numbers.push(list, offset, node.items.length);
      return node.items.every(write);
    }
    if (node.type === 'map') {
      numbers.push(map, offset, node.entries.size);
      for (const [key, entry] of node.entries)
        if (!writeText(key, entry.key.offset) || !write(entry.value)) return false;
      return true;
    }
    if (node.text !== null) return writeText(node.text, offset);
    numbers.push(nothing, offset);
    return true;
  };
  return roots.every(write) ? Int32Array.from(numbers) : undefined;
}

/** The values of a file from their form. Throws RangeError for numbers that are no form of any file. */
export function expandForm(form: CompiledForm, file: SourceFile): readonly Located[] {
  const reading: Reading = { form, file, keys: new Map(), at: 0 };
  const roots = Array.from({ length: next(reading) }, () => readValue(reading));
  if (reading.at !== form.length) throw new RangeError('the form goes on after its end');
  return roots;
}

interface Reading {
  readonly form: CompiledForm;
  readonly file: SourceFile;
  /** Keys that were met, each once: the same few stand in every resource. */
  readonly keys: Map<string, string>;
  at: number;
}

function next(reading: Reading): number {
  const number = reading.form[reading.at];
  if (number === undefined || number < 0) throw new RangeError('the form ends too early');
  reading.at += 1;
  return number;
}

function readValue(reading: Reading): Located {
  const { file } = reading;
  const sort = next(reading);
  const offset = next(reading);
  if (sort === nothing) return { type: 'scalar', file, offset, text: null };
  const size = next(reading);
  if (sort === text || sort === quotedText)
    return { type: 'scalar', file, offset, text: textAt(file, sort, offset, size) };
  if (sort === list) {
    const items: Located[] = [];
    for (let left = size; left > 0; left -= 1) items.push(readValue(reading));
    return { type: 'list', file, offset, items };
  }
  if (sort !== map) throw new RangeError('the form has a value of no sort');
  const entries = new Map<string, LocatedEntry>();
  for (let left = size; left > 0; left -= 1) readEntry(reading, entries);
  return { type: 'map', file, offset, entries };
}

function readEntry(reading: Reading, entries: Map<string, LocatedEntry>): void {
  const { file, keys } = reading;
  const sort = next(reading);
  const offset = next(reading);
  const read = textAt(file, sort, offset, next(reading));
  const key = keys.get(read) ?? read;
  if (key === read) keys.set(read, read);
  entries.set(key, { key: { file, offset }, value: readValue(reading) });
}

function textAt({ text: source }: SourceFile, sort: number, offset: number, length: number): string {
  const start = sort === quotedText ? offset + 1 : offset;
  return source.slice(start, start + length);
}
