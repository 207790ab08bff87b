import { factHeading, factsIn, type PlatformFact, placeOf, type TextFile } from './platform-fact.ts';

/** The items that close a fact, in their order. */
const closing = ['When broken', 'Source', 'Checked'];

const lines = /lines? \d+(?: to \d+)?(?:(?:, | and )\d+(?: to \d+)?)*/.source;
const source = [
  `documentation, part [123], ${lines}(?:, and part [123], ${lines})*`,
  String.raw`public fact, confidence (?:high|medium|low)(?: \([^)]+\))?`,
  String.raw`assumption(?: \([^)]+\))?`,
].join('|');
const sources = new RegExp(`^(?:${source})(?:; (?:${source}))*$`);

/**
 * What is wrong with the pages of facts by themselves, each with its place: headings and items in another layout than
 * `docs/platform/README.md` has, ids that two facts have, and facts of another area than the first of their page.
 */
export function pageFaults(pages: readonly TextFile[]): readonly string[] {
  return [...pages.flatMap(layoutFaults), ...idFaults(factsIn(pages))];
}

function idFaults(facts: readonly PlatformFact[]): readonly string[] {
  const latestFirst = facts.toReversed();
  const firstOf = new Map(latestFirst.map((fact) => [fact.id, fact]));
  const areaOf = new Map(latestFirst.map(({ path, area }) => [path, area]));
  const pageOf = new Map(latestFirst.map(({ path, area }) => [area, path]));
  return facts.flatMap((fact) => {
    const { id, area, path } = fact;
    const first = firstOf.get(id) ?? fact;
    if (first !== fact) return [`${placeOf(fact)}: ${id} stands at ${placeOf(first)} already`];
    const isAtHome = areaOf.get(path) === area && pageOf.get(area) === path;
    return isAtHome ? [] : [`${placeOf(fact)}: a page has one area, and an area one page; move ${id}`];
  });
}

function layoutFaults({ path, text }: TextFile): readonly string[] {
  const all = text.split('\n');
  return all.flatMap((content, index) => {
    if (!content.startsWith('### ')) return [];
    const place = placeOf({ path, line: index + 1 });
    if (!factHeading.test(content)) return [`${place}: the heading is not "### F-<area>-<number> <title>"`];
    const rest = all.slice(index + 1);
    const end = rest.findIndex((each) => each.startsWith('#'));
    return sectionFaults(place, (end === -1 ? rest : rest.slice(0, end)).join('\n').trim());
  });
}

function sectionFaults(place: string, section: string): readonly string[] {
  const [, ending = ''] = /^\S[\s\S]*?\n\n(- When broken: [\s\S]*)$/.exec(section) ?? [];
  const values = ending.split('\n').map((content, index) => itemOf(content, closing[index]));
  if (values.length !== closing.length || values.includes('')) {
    const items = closing.map((name) => `"- ${name}: …"`).join(', ');
    return [`${place}: the fact is not a text, an empty line, and ${items}`];
  }
  const [, from = '', day = ''] = values;
  return [
    ...(sources.test(from)
      ? []
      : [`${place}: "Source" is not worded as docs/platform/README.md says: ${from}`]),
    ...(isDay(day) ? [] : [`${place}: "Checked" is not a day such as 2026-11-22: ${day}`]),
  ];
}

function itemOf(content: string, name: string | undefined): string {
  const start = `- ${name}: `;
  return content.startsWith(start) ? content.slice(start.length).trim() : '';
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${text}T`);
}
