import { idsIn, type PlatformFact, placeOf, type TextFile } from './platform-fact.ts';

/** Phrases that begin a citation of a document outside of the repository. */
const elsewhere: readonly RegExp[] = [
  /\breferences?,? (?:parts?|lines?) \d/i,
  /\bdocumentation,? (?:parts?|lines?) \d/i,
  /\bpublic facts\b/i,
  /\bcontract,? sections? \d/i,
];

/**
 * Ids that the files cite and no fact has, and pages below `docs` that they name and that are not there, each with its
 * place. `isThere` says of a path from the root whether there is a file.
 */
export function danglingCitations(
  facts: readonly PlatformFact[],
  files: readonly TextFile[],
  isThere: (path: string) => boolean,
): readonly string[] {
  const known = new Set(facts.map(({ id }) => id));
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((content, index) => {
      const place = placeOf({ path, line: index + 1 });
      const pages = [...content.matchAll(/(?<![\w./-])docs\/[\w/-]+\.md\b/g)].map(([page]) => page);
      return [
        ...idsIn(content)
          .filter((id) => !known.has(id))
          .map((id) => `${place}: no fact has the id ${id}`),
        ...pages.filter((page) => !isThere(page)).map((page) => `${place}: there is no page ${page}`),
      ];
    }),
  );
}

/** The facts that none of the files cites, each with its place. */
export function uncitedFacts(facts: readonly PlatformFact[], files: readonly TextFile[]): readonly string[] {
  const cited = new Set(files.flatMap(({ text }) => idsIn(text)));
  return facts
    .filter(({ id }) => !cited.has(id))
    .map((fact) => `${placeOf(fact)}: nothing cites ${fact.id}; cite it where it is relied on, or remove it`);
}

/** Citations of documents that are not in the repository, each with its place; also those that begin on one line and end on the next. */
export function foreignCitations(files: readonly TextFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const all = text.split('\n').map((content) => content.replace(/^\s*(?:\*|\/\/)?\s*/, '').trimEnd());
    return all.flatMap((content, index) =>
      elsewhere.flatMap((phrase) => {
        const found = phrase.exec(`${content} ${all[index + 1] ?? ''}`);
        // What begins on the next line is found there.
        if (found === null || found.index >= content.length) return [];
        const place = placeOf({ path, line: index + 1 });
        return [`${place}: "${found[0]}" cites what is not in the repository; cite a fact of docs/platform`];
      }),
    );
  });
}
