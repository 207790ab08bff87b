/** Puts children into an element in this order; what has the focus keeps it, and nothing moves that is in its place. */
export function place(parent: Element, children: readonly Node[]): void {
  const before = [...parent.childNodes];
  if (before.length === children.length && children.every((child, index) => child === before[index])) return;
  const focused = document.activeElement;
  parent.replaceChildren(...children);
  if (!(focused instanceof HTMLElement) || focused === document.activeElement) return;
  if (parent.contains(focused)) focused.focus({ preventScroll: true });
}
