import { slug } from '../keys.ts';

/** A name as the words that it is made of. */
export interface NameParts {
  readonly parts: readonly string[];
  /** What stands between them, one less than parts. */
  readonly between: readonly string[];
}

/** What people put between the parts of a name, the strongest first. */
const separators = [/\s*[|/\\·•»]+\s*/, /\s*:\s+|\s+:\s*/, /\s+[-–—]+\s+/, /_+/, /\s+/, /-+/] as const;

/** The parts of a name by the strongest separator that it has; every part has a letter or digit that a key can hold. */
export function partsOf(name: string): NameParts {
  for (const separator of separators) {
    const parts = name.split(separator);
    if (parts.length === 1 || parts.some((part) => slug(part) === '')) continue;
    return { parts, between: name.match(new RegExp(separator, 'g')) ?? [] };
  }
  return { parts: [name], between: [] };
}
