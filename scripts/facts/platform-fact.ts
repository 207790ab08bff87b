/** A text of the repository, by its path from the root. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A fact about the platform: its id, what the id names beside the number, and where it stands. */
export interface PlatformFact {
  readonly id: string;
  readonly area: string;
  readonly path: string;
  readonly line: number;
}

/** The heading of a fact: its id, its area, and a title. */
export const factHeading = /^### (F-([a-z]+(?:-[a-z]+)*)-\d{2,}) \S/;

/** The facts of the pages, in order; a heading without an id is none. */
export function factsIn(pages: readonly TextFile[]): readonly PlatformFact[] {
  return pages.flatMap(({ path, text }) =>
    text.split('\n').flatMap((content, index) => {
      const [, id, area] = factHeading.exec(content) ?? [];
      return id === undefined || area === undefined ? [] : [{ id, area, path, line: index + 1 }];
    }),
  );
}

/** The ids of facts that a text names, as often as it does. */
export function idsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bF-[a-z]+(?:-[a-z]+)*-\d{2,}\b/g)].map(([id]) => id);
}

/** Where a fact stands: `docs/platform/campaigns.md:3`. */
export function placeOf({ path, line }: Pick<PlatformFact, 'path' | 'line'>): string {
  return `${path}:${line}`;
}
