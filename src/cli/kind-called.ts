import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { allKinds, kindsCalled } from '../schemas/registry.ts';

/** The kind that a word of the command line stands for. Throws ADSYNC_USAGE where it stands for none, or for several. */
export function kindCalled(word: string): Kind {
  const [kind, second] = kindsCalled(word.replaceAll('-', '_'));
  if (kind !== undefined && second === undefined) return kind;
  if (second !== undefined)
    throw new AdsyncError('ADSYNC_USAGE', `${word} is what several kinds are called`, {
      remedy: `Say which: ${kindsCalled(word)
        .map(({ name }) => name)
        .join(' or ')}.`,
    });
  const names = allKinds.flatMap(({ name, section }) => [name, section]);
  const near = nearest(word, names);
  throw new AdsyncError('ADSYNC_USAGE', `there is no kind ${word}`, {
    remedy:
      near === undefined
        ? `There are ${allKinds.map(({ name }) => name).join(', ')}.`
        : `Did you mean ${near}?`,
  });
}
