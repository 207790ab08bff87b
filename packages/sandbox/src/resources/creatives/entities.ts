import type { Fields, Value } from '../../value.ts';

/** The mentions, hashtags and addresses in a text, with their offsets in code units (F-data-05). */
export function entitiesOf(text: string): Fields {
  const urls = found(text, /https?:\/\/[^\s]+/g, (match) => ({
    url: match,
    expanded_url: match,
    display_url: match.replace(/^https?:\/\//, ''),
  }));
  const mentions = found(text, /(?<![\w@])@\w{1,15}/g, (match) => ({ username: match.slice(1) }));
  const hashtags = found(text, /(?<![\w#&])#\w{1,100}/gu, (match) => ({ tag: match.slice(1) }));
  const all: readonly (readonly [string, readonly Value[]])[] = [
    ['urls', urls],
    ['mentions', mentions],
    ['hashtags', hashtags],
  ];
  return Object.fromEntries(all.filter(([, items]) => items.length > 0));
}

function found(text: string, pattern: RegExp, describe: (match: string) => Fields): readonly Fields[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ...describe(match[0]),
  }));
}
