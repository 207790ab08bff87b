import { createHeights, createSizes, type Located } from './located.ts';
import { maxDepth, tooDeepFault } from './nesting.ts';
import type { Report } from './problem-list.ts';
import type { Place } from './source-file.ts';

/** Values that aliases may stand for in one file, all uses together. */
const maxAliasedValues = 2_000_000;

/** The anchors of a file as it is read from top to bottom. */
export interface Aliases {
  /** Forgets all anchors: they reach to the end of their YAML document. */
  forget(): void;
  /** From here to `close` the value of the anchor is being read. */
  open(anchor: string): void;
  close(anchor: string, value: Located): void;
  /** What an alias at a place and depth stands for; what is wrong with it is reported, and gives `undefined`. */
  follow(anchor: string, place: Place, depth: number): Located | undefined;
}

/**
 * Aliases lead to the one value that their anchor has, so following them costs nothing; how many values they stand for
 * is counted all the same, because everything after reading walks over all of them.
 */
export function createAliases(report: Report): Aliases {
  const anchors = new Map<string, Located | 'open'>();
  const sizeOf = createSizes();
  const heightOf = createHeights();
  let values = 0;
  return {
    forget: () => anchors.clear(),
    open: (anchor) => anchors.set(anchor, 'open'),
    close: (anchor, value) => anchors.set(anchor, value),
    follow(anchor, place, depth) {
      const target = anchors.get(anchor);
      if (target === undefined || target === 'open') {
        reportUnknown(anchor, target === 'open', place, report);
        return undefined;
      }
      if (depth + heightOf(target) > maxDepth) {
        report(place, tooDeepFault);
        return undefined;
      }
      const before = values;
      values += sizeOf(target);
      if (values <= maxAliasedValues) return target;
      // Once is enough: further aliases of a bomb would each say the same.
      if (before <= maxAliasedValues) reportBomb(place, report);
      values = Number.POSITIVE_INFINITY;
      return undefined;
    },
  };
}

function reportUnknown(anchor: string, isOpen: boolean, place: Place, report: Report): void {
  report(place, {
    rule: 'unknown-anchor',
    message: isOpen
      ? `the alias *${anchor} stands inside its own anchor`
      : `no anchor &${anchor} stands before this alias`,
    remedy: isOpen
      ? 'Write out what is meant: a value cannot contain itself.'
      : 'Put the anchor before the alias, in the same YAML document.',
  });
}

function reportBomb(place: Place, report: Report): void {
  report(place, {
    rule: 'alias-bomb',
    message: 'the aliases of this file stand for more than 2,000,000 values',
    remedy: 'Use fewer aliases, or smaller anchors.',
  });
}
