import { readFileSync } from 'node:fs';

/**
 * The version in package.json, two folders up from the sources and from what is built of them. Read without a schema:
 * `adsync --version` has no time to load one. Throws TypeError where there is none.
 */
export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const found: unknown = JSON.parse(text);
  if (typeof found === 'object' && found !== null && 'version' in found && typeof found.version === 'string')
    return found.version;
  throw new TypeError('package.json has no version');
}
