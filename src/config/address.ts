import type { Kind } from '../schemas/define-kind.ts';
import { keyPattern } from '../schemas/key-pattern.ts';
import { rootKind, sectionsOf } from './entries.ts';

/** What stands in the address of a member of a set: text that is percent-encoded, but for colons. */
const memberPattern = /^(?:[A-Za-z0-9\-_.!~*'():]|%[0-9A-F]{2})+$/;

/** The kind that a path of keys leads to, whether or not it is declared; `undefined` for what is no address. */
export function kindOfAddress(address: string): Kind | undefined {
  const [account = '', ...steps] = address.split('/');
  if (!keyPattern.test(account)) return undefined;
  let kind = rootKind;
  for (let name = steps.shift(); name !== undefined; name = steps.shift()) {
    const below = sectionsOf(kind).get(name)?.kind;
    if (below === undefined) return undefined;
    kind = below;
    if (below.form === 'only') continue;
    const key = steps.shift();
    const pattern = below.form === 'set' ? memberPattern : keyPattern;
    if (key === undefined || !pattern.test(key)) return undefined;
  }
  return kind;
}
