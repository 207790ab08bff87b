/** The element with an id. Throws where the page has none, which only a fault of ours can make. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}

/** The element with an id, of the given class. Throws where the page has no such element. */
export function elementById<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = byId(id);
  if (element instanceof type) return element;
  throw new Error(`the element ${id} is not as the page was written`);
}

/** The input field with an id. */
export function inputById(id: string): HTMLInputElement {
  return elementById(id, HTMLInputElement);
}

/** The list of choices with an id. */
export function selectById(id: string): HTMLSelectElement {
  return elementById(id, HTMLSelectElement);
}

type Attributes = Readonly<Record<string, string | number>>;

/** A new element with attributes and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A button that looks like a link, with what it does when it is pressed. */
export function linkButton(text: string, label: string, press: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'plain', 'aria-label': label }, text);
  button.addEventListener('click', press);
  return button;
}
