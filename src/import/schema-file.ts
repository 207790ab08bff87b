import { posix } from 'node:path';

/** The schema that editors explain a document by, in the working directory. */
export const schemaFile = 'campaigns.schema.json';

/** The line of a document that editors find the schema by; `path` is relative to the working directory, with `/`. */
export function schemaLine(path: string): string {
  return `# yaml-language-server: $schema=${posix.relative(posix.dirname(path), schemaFile)}`;
}
