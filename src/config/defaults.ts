import { mapBodies } from './entries.ts';
import { entryOf, type LocatedMap } from './located.ts';

/**
 * The document with its `defaults` put under every resource of the kind: what the resource says itself wins, null too.
 * Resources that are managed elsewhere take none, because they have no fields.
 */
export function applyDefaults(root: LocatedMap): LocatedMap {
  const defaults = entryOf(root, 'defaults')?.value;
  if (defaults?.type !== 'map') return root;
  return mapBodies(root, (body, { kind, external }) => {
    const fields = entryOf(defaults, kind.name)?.value;
    if (external || fields?.type !== 'map') return body;
    const known = [...fields.entries].filter(([name]) => Object.hasOwn(kind.fields, name));
    return { ...body, entries: new Map([...known, ...body.entries]) };
  });
}
