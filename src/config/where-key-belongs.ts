import { createDocumentSchema } from '../schemas/document-schema.ts';
import { withArticle } from '../schemas/with-article.ts';
import { resourceAt } from './place-of-path.ts';
import { keysAt } from './schema-keys.ts';

/** Where the fields that people mix up stand, from the outside to the inside. */
const levels: readonly {
  readonly title: string;
  readonly path: readonly string[];
  readonly where: string;
}[] = [
  { title: 'the document', path: [], where: 'at the margin, beside accounts' },
  { title: 'an account', path: ['accounts', 'key'], where: "under accounts and the account's key" },
  {
    title: 'a campaign',
    path: ['accounts', 'key', 'campaigns', 'key'],
    where: "under campaigns and the campaign's key",
  },
  {
    title: 'a line item',
    path: ['accounts', 'key', 'campaigns', 'key', 'line_items', 'key'],
    where: "under line_items and the line item's key",
  },
];

const onLevels: ReadonlySet<string> = new Set(levels.flatMap(({ path }) => path));

/**
 * For a key that stands at a wrong level of the document: where it belongs, as a remedy; what is further inside goes
 * first. `undefined` for a key of no level, and for other places than these levels.
 */
export function whereKeyBelongs(key: string, path: readonly PropertyKey[]): string | undefined {
  const kind = path.length === 0 ? undefined : resourceAt(path)?.kind;
  const title = kind === undefined ? 'the document' : withArticle(kind.title);
  const at = path.length > 0 && kind === undefined ? -1 : levels.findIndex((level) => level.title === title);
  if (at === -1) return undefined;
  const others = [...levels.slice(at + 1), ...levels.slice(0, at).toReversed()];
  const schema = createDocumentSchema({ described: false, has: (name) => onLevels.has(name) });
  const home = others.find((level) => keysAt(schema, level.path).includes(key));
  return home && `${key} is a field of ${home.title}: write it ${home.where}.`;
}
