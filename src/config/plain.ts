import type { Located } from './located.ts';

/** A value without its places: texts as in the source, `null`, lists and objects. */
export type Plain = string | null | readonly Plain[] | { readonly [key: string]: Plain };

/** Takes places away; what is shared stays shared, so an anchor costs once however often it is used. */
export function toPlain(root: Located): Plain {
  if (root.type === 'scalar') return root.text;
  const done = new Map<Located, Plain>();
  const convert = (node: Located): Plain => {
    if (node.type === 'scalar') return node.text;
    const known = done.get(node);
    if (known !== undefined) return known;
    const plain =
      node.type === 'list'
        ? node.items.map(convert)
        : Object.fromEntries(Array.from(node.entries, ([key, { value }]) => [key, convert(value)]));
    done.set(node, plain);
    return plain;
  };
  return convert(root);
}
