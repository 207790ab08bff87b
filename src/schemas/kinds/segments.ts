import type { FieldType } from '../define-field.ts';
import type { Finding } from '../define-kind.ts';
import { choice, flag, list, record, recursive, reference, whole } from '../field-types/index.ts';
import { isList, type Value } from '../values.ts';

const comparators = ['NUM_GTE', 'NUM_GT', 'NUM_EQ', 'NUM_LTE', 'NUM_LT'] as const;
// The audiences that a flexible one is made of, at most (F-audience-08).
const mostLeaves = 10;

/** A node of the tree of a flexible audience (F-audience-07): a custom audience, or nodes under an operator. */
export const segment: FieldType = record('segment', {
  audience: {
    wire: 'custom_audience_id',
    type: reference('custom_audience'),
    description: 'The audience that the node is: its key, or { id: … }.',
  },
  boolean_operator: {
    type: choice(['AND', 'OR']),
    description: 'How child_segments go together; needed with them.',
  },
  child_segments: {
    type: list(
      recursive('segment', ['custom_audience'], () => segment),
      { min: 0, max: 1000 },
    ),
    description: 'The nodes below, in an order of their own.',
  },
  lookback_window: {
    type: whole({ oneOf: [1, 7, 14, 30] }),
    description: 'The days that are looked back on: 1, 7, 14 or 30.',
  },
  frequency: {
    type: whole({ min: 1, max: 1_000_000 }),
    description: 'How often somebody appears; 1 where nothing is said.',
  },
  frequency_comparator: {
    type: choice(comparators),
    description: 'How the frequency is compared; NUM_GTE where nothing is said.',
  },
  // The platform's own default leaves people out (F-audience-07), so that it is always sent.
  negate: {
    type: flag(),
    default: false,
    description: 'Whether these people are left out; false where nothing is said.',
  },
});

interface Node {
  readonly [member: string]: Value;
}

/** The rules that the tree of a flexible audience breaks; in the platform's names. */
export function checkSegments(tree: Value): readonly Finding[] {
  const nodes = nodesOf(tree);
  const leaves = nodes.filter(isLeaf).length;
  const first = nodes.map(nodeFault).find((fault) => fault !== undefined);
  if (first !== undefined) return [finding(...first)];
  if (leaves <= mostLeaves) return [];
  return [
    finding(
      `have ${leaves} audiences; a flexible audience is made of at most ${mostLeaves}`,
      `Remove ${leaves - mostLeaves}, or make some of them an audience of their own.`,
      'REQUEST_TOO_COMPLEX',
    ),
  ];
}

type Fault = readonly [message: string, remedy: string, code: string];

function finding(message: string, remedy: string, code: string): Finding {
  return { field: 'segments', message, remedy, code };
}

function nodeFault(node: Node): Fault | undefined {
  const children = childrenOf(node).length;
  if (isLeaf(node) && children > 0)
    return [
      'hold a node with both audience and child_segments',
      'Give a node one of both.',
      'EXCLUSIVE_PARAMETERS',
    ];
  if (isLeaf(node)) return undefined;
  if (node['boolean_operator'] === undefined)
    return children > 0
      ? [
          'hold child_segments without boolean_operator',
          'Add boolean_operator: AND or OR.',
          'MISSING_PARAMETER',
        ]
      : [
          'hold a node with neither audience nor child_segments',
          'Give it an audience, or boolean_operator and child_segments.',
          'MISSING_PARAMETER',
        ];
  return undefined;
}

function isLeaf(node: Node): boolean {
  return node['custom_audience_id'] !== undefined;
}

function nodesOf(tree: Value): readonly Node[] {
  if (!isNode(tree)) return [];
  return [tree, ...childrenOf(tree).flatMap(nodesOf)];
}

function childrenOf(node: Node): readonly Value[] {
  const children = node['child_segments'];
  return isList(children) ? children : [];
}

function isNode(value: Value): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
