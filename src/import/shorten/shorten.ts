import type { Outline } from '../outline.ts';
import { commonFields, type Defaults, withoutCommon } from './common-fields.ts';
import { foldEntries } from './fold-entries.ts';

/** A document that says the same in fewer lines. */
export interface Shortened {
  readonly account: Outline;
  readonly defaults: Defaults;
}

/**
 * What people would write: entries that follow a pattern as one with a matrix, and what most resources of a kind have in
 * common under `defaults`, if wished. `undefined` where nothing is to be shortened.
 */
export function shorten(
  account: Outline,
  { withDefaults }: { readonly withDefaults: boolean },
): Shortened | undefined {
  const folded = withFolded(account);
  const defaults: Defaults = withDefaults ? commonFields(folded) : new Map();
  if (folded === account && defaults.size === 0) return undefined;
  return { account: withoutCommon(folded, defaults), defaults };
}

/** What stands in an entry that became one with others is part of its pattern. */
function withFolded(outline: Outline): Outline {
  if (outline.matrix !== undefined) return outline;
  const sections = outline.sections.map((section) => {
    const folded = foldEntries(section.members);
    const members = folded.map(withFolded);
    const isSame = folded === section.members && members.every((member, index) => member === folded[index]);
    return isSame ? section : { ...section, members };
  });
  return sections.every((section, index) => section === outline.sections[index])
    ? outline
    : { ...outline, sections };
}
