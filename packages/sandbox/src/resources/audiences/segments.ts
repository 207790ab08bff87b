import { type Change, invalid, missing, type Rule } from '../../engine/resource.ts';
import { flag, id, int, objectOf, oneOf, type Params, type ParamType } from '../../params/param.ts';
import { type Fields, isFields, isList, longIn, textIn } from '../../value.ts';
import type { Problem } from '../../wire/api-error.ts';
import { audienceFor } from './audience-access.ts';

// The audiences that a flexible one is made of, at most (F-audience-08).
const mostLeaves = 10;
const lookbackWindows = new Set([1n, 7n, 14n, 30n]);
const comparators = ['NUM_GTE', 'NUM_GT', 'NUM_EQ', 'NUM_LTE', 'NUM_LT'];

/** The tree of a flexible audience (F-audience-07). */
export const segments: ParamType = objectOf('segment', segmentMembers);

function segmentMembers(): Params {
  return {
    custom_audience_id: { is: id },
    boolean_operator: { is: oneOf(['AND', 'OR']) },
    child_segments: {
      is: { type: 'list', of: segments, min: 0, max: Number.MAX_SAFE_INTEGER },
    },
    lookback_window: { is: int(1, 30) },
    frequency: { is: int(1, 1_000_000), default: 1 },
    frequency_comparator: { is: oneOf(comparators), default: 'NUM_GTE' },
    negate: { is: flag, default: true },
  };
}

/** A segment as it is kept: ids of audiences in lower case. */
export function normalSegment(segment: Fields): Fields {
  const leaf = textIn(segment, 'custom_audience_id');
  return {
    ...segment,
    ...(leaf === null ? {} : { custom_audience_id: leaf.toLowerCase() }),
    ...('child_segments' in segment ? { child_segments: childrenOf(segment).map(normalSegment) } : {}),
  };
}

function childrenOf(segment: Fields): readonly Fields[] {
  const children = segment['child_segments'] ?? null;
  return isList(children) ? children.filter(isFields) : [];
}

/** A node of the tree, and the path to it in the request. */
interface Node {
  readonly segment: Fields;
  readonly path: string;
}

function nodesOf(segment: Fields, path: string): readonly Node[] {
  const below = childrenOf(segment).flatMap((child, index) =>
    nodesOf(child, `${path}.child_segments.${index}`),
  );
  return [{ segment, path }, ...below];
}

/** A flexible audience is a tree of audiences, at most ten of them, each of which the account may use. */
export const segmentRule: Rule = {
  fields: ['segments', 'audience_type'],
  check(change) {
    const { after, given } = change;
    if (after['audience_type'] !== 'FLEXIBLE') return undefined;
    const root = given.get('segments') ?? null;
    if (!isFields(root)) return missing('segments');
    const nodes = nodesOf(root, 'segments');
    for (const node of nodes) {
      const problem = nodeProblem(node) ?? audienceProblem(node, change);
      if (problem !== undefined) return problem;
    }
    return leavesProblem(nodes.filter(({ segment }) => isLeaf(segment)).length);
  },
};

function isLeaf(segment: Fields): boolean {
  return textIn(segment, 'custom_audience_id') !== null;
}

function nodeProblem({ segment, path }: Node): Problem | undefined {
  const hasChildren = childrenOf(segment).length > 0;
  if (isLeaf(segment) && hasChildren) {
    const message = 'custom_audience_id and child_segments are exclusive parameters';
    return invalid(`${path}.custom_audience_id`, message, 'EXCLUSIVE_PARAMETERS');
  }
  const operator = textIn(segment, 'boolean_operator');
  if (hasChildren && operator === null) return missing(`${path}.boolean_operator`);
  if (!isLeaf(segment) && operator === null) return missing(`${path}.custom_audience_id`);
  const window = longIn(segment, 'lookback_window');
  if (window === null || lookbackWindows.has(window)) return undefined;
  const parameter = `${path}.lookback_window`;
  return invalid(parameter, `Expected a value in 1, 7, 14, 30, got "${window}" for ${parameter}`);
}

function audienceProblem({ segment, path }: Node, { world, accountId }: Change): Problem | undefined {
  const leaf = textIn(segment, 'custom_audience_id');
  if (leaf === null || audienceFor(world, accountId, leaf) !== undefined) return undefined;
  return invalid(`${path}.custom_audience_id`, `No such custom audience ${leaf}`);
}

function leavesProblem(leaves: number): Problem | undefined {
  if (leaves === 0) return invalid('segments', 'A minimum of 1 items must be provided for segments');
  if (leaves <= mostLeaves) return undefined;
  const message = `A flexible audience has at most ${mostLeaves} custom audiences, got ${leaves}`;
  return invalid('segments', message, 'REQUEST_TOO_COMPLEX');
}
