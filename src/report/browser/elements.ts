/** The element with an id. Throws where the page has none, which only a fault of ours can make. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}

/** The element with an id, of the given class. Throws where the page has no such element. */
export function inputById<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = byId(id);
  if (element instanceof type) return element;
  throw new Error(`the element ${id} is not as the page was written`);
}

type Properties = Readonly<Record<string, string | number>>;

/** A new element with attributes and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Properties,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A link to the row of an address on the page. */
export function linkTo(address: string, ...children: readonly (Node | string)[]): HTMLAnchorElement {
  return make('a', { href: `#${encodeURIComponent(address)}` }, ...children);
}
