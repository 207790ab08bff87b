import type { Kind } from '../schemas/define-kind.ts';
import { keyPattern } from '../schemas/document.ts';
import { rootKind } from './entries.ts';
import { resourceAt } from './place-of-path.ts';

/** The kind that a path of keys leads to, whether or not it is declared; `undefined` for what is no address. */
export function kindOfAddress(address: string): Kind | undefined {
  const steps = address.split('/');
  const keysAreSound = steps.every((step, index) => index % 2 === 1 || keyPattern.test(step));
  return keysAreSound ? resourceAt([rootKind.section, ...steps])?.kind : undefined;
}
