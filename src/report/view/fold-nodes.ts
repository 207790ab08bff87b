import type { ChangeLine } from './change-line.ts';
import type { ChangeNode } from './change-nodes.ts';
import { isFolded, starPattern } from './star-pattern.ts';

/**
 * Nodes below one heading; several whose lines differ in the key alone are one, in the place of the first, with a `*` in
 * its label.
 */
export function foldNodes(
  nodes: readonly ChangeNode[],
  linesOf: (node: ChangeNode) => readonly ChangeLine[],
): readonly ChangeNode[] {
  const alike = Map.groupBy(nodes, (node) => {
    // Members of a set begin with what they are: keywords are not told with languages.
    const [section = ''] = /^(?:.*\/)?(?:[^/:]+:)?/.exec(node.label) ?? [];
    return JSON.stringify(linesOf(withLabel(node, `${section}*`)).map((line) => ({ ...line, address: '' })));
  });
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.label === '' || !isFolded(group.length, linesOf(first))) return group;
    const { pattern, stars } = starPattern(group.map(({ label }) => label));
    return [{ ...withLabel(first, pattern), stars }];
  });
}

/** The node, and all below it, as if its label were another one. */
function withLabel(node: ChangeNode, label: string): ChangeNode {
  const { address } = node.change;
  return atAddress({ ...node, label }, address, `${address.slice(0, -node.label.length)}${label}`);
}

function atAddress(node: ChangeNode, from: string, to: string): ChangeNode {
  return {
    ...node,
    change: { ...node.change, address: `${to}${node.change.address.slice(from.length)}` },
    children: node.children.map((child) => atAddress(child, from, to)),
  };
}
