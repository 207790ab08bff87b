import { post, postJson, type RawRequest, type RuleCase } from './case.ts';

const leaf = { audience: { id: '1nmth' } };

type Node = Readonly<Record<string, unknown>>;

/** The same tree as the document writes it, and as a creation sends it. */
function tree(rule: string, code: string, segments: Node): RuleCase {
  const flexible = { name: 'F', type: 'FLEXIBLE', segments };
  return {
    rule,
    code,
    document: `audiences: { f: ${JSON.stringify(flexible)} }`,
    raw: batch(sent(segments)),
  };
}

function batch(segments: unknown): RawRequest {
  const params = { name: 'F', audience_type: 'FLEXIBLE', segments };
  const path = '/12/batch/accounts/18ce54d4x5t/custom_audiences';
  return postJson(path, [{ operation_type: 'Create', params }]);
}

function sent({ audience, child_segments: children, ...node }: Node): unknown {
  return {
    ...node,
    ...(audience === undefined ? {} : { custom_audience_id: '1nmth' }),
    ...(Array.isArray(children) ? { child_segments: children.map(sent) } : {}),
  };
}

const either = (...children: readonly Node[]): Node => ({ boolean_operator: 'OR', child_segments: children });
const shared = (lines: string): string =>
  `audiences: { a: { id: 1nmth, shared_with: { acme-uk: ${lines} } } }`;
const permissions = '/custom_audiences/1nmth/permissions';

/** Rules of audiences and what is shared of them. */
export const audienceCases: readonly RuleCase[] = [
  {
    rule: 'R436',
    document: 'audiences: { a: { name: A, type: LOOKALIKE } }',
    raw: postJson('/12/batch/accounts/18ce54d4x5t/custom_audiences', [
      { operation_type: 'Create', params: { name: 'A', audience_type: 'LOOKALIKE' } },
    ]),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R437',
    document: 'audiences: { a: { description: A } }',
    raw: post('/custom_audiences', { description: 'A' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R438',
    document: 'audiences: { a: { name: Twins }, b: { name: Twins } }',
    raw: post('/custom_audiences', { name: 'Regulars' }),
    code: 'INVALID_PARAMETER',
  },
  tree('R445', 'REQUEST_TOO_COMPLEX', either(...Array.from({ length: 11 }, () => leaf))),
  tree('R446', 'EXCLUSIVE_PARAMETERS', either({ ...leaf, ...either(leaf) })),
  tree('R447', 'MISSING_PARAMETER', { child_segments: [leaf] }),
  tree('R449', 'INVALID_PARAMETER', either({ ...leaf, lookback_window: 8 })),
  tree('R450', 'INVALID_PARAMETER', either({ ...leaf, frequency: 0 })),
  tree('R451', 'INVALID_PARAMETER', either({ ...leaf, frequency_comparator: 'MORE' })),
  {
    rule: 'R469',
    document: shared('OWNER'),
    raw: post(permissions, { granted_account_id: '18ce5uk0000', permission_level: 'OWNER' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R472',
    document: shared('{}'),
    raw: post(permissions, { granted_account_id: '18ce5uk0000' }),
    code: 'MISSING_PARAMETER',
  },
];
