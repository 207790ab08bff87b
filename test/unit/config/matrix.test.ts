import { expect, test } from 'vitest';
import { header, resourceAt } from './support/document.ts';
import { folderWith, load, problemsOf } from './support/load.ts';

const market = `${header}      market-\${matrix.market}-\${matrix.tier}:
        matrix:
          market: [{ key: us, name: USA, budget: 100 }, { key: uk, name: UK, budget: 60.50 }]
          tier: [high, low]
          exclude: [{ market: uk, tier: low }]
        name: \${matrix.market.name} \${matrix.tier}
        funding_instrument: credit
        daily_budget: \${matrix.market.budget}
`;

function campaignsOf(document: Awaited<ReturnType<typeof load>>): readonly string[] {
  return document.resources.filter(({ kind }) => kind === 'campaign').map(({ address }) => address);
}

test('an entry with a matrix stands for every combination but those excluded', async () => {
  const document = await load(market);

  expect(campaignsOf(document)).toEqual([
    'acme-us/campaigns/market-us-high',
    'acme-us/campaigns/market-us-low',
    'acme-us/campaigns/market-uk-high',
  ]);
  expect(resourceAt(document, 'acme-us/campaigns/market-uk-high').fields).toMatchObject({
    name: 'UK high',
    daily_budget_amount_local_micro: 60_500_000,
  });
});

test('an entry beneath has a matrix of its own beside the one above', async () => {
  const document = await load(`${market}        line_items:
          \${matrix.n}-\${matrix.tier}:
            matrix: { n: [one, two] }
            name: \${matrix.market} \${matrix.n}
            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
`);

  const items = document.resources.filter(({ kind }) => kind === 'line_item');
  expect(items).toHaveLength(6);
  expect(resourceAt(document, 'acme-us/campaigns/market-uk-high/line_items/two-high').fields).toMatchObject({
    name: 'uk two',
  });
});

test('variables and literal templates in a matrix', async () => {
  const document = await load(`variables: { names: [x, "y"], cash: 7 }
${header}      c-\${matrix.n}:
        matrix: { n: "\${var.names}", note: ["$\${price}"] }
        name: \${matrix.n} \${matrix.note} $\${n}
        funding_instrument: credit
        daily_budget: \${var.cash}
`);

  expect(campaignsOf(document)).toEqual(['acme-us/campaigns/c-x', 'acme-us/campaigns/c-y']);
  expect(resourceAt(document, 'acme-us/campaigns/c-x').fields).toMatchObject({
    name: 'x ${price} ${n}',
    daily_budget_amount_local_micro: 7_000_000,
  });
});

test('a matrix that stands for too much is refused', async () => {
  const axis = `[${Array.from({ length: 101 }, (_, index) => index).join(', ')}]`;

  const problems = await problemsOf(
    folderWith({
      'campaigns.yaml': `${header}      c-\${matrix.a}-\${matrix.b}: { matrix: { a: ${axis}, b: ${axis} }, name: N, funding_instrument: credit }\n`,
    }),
  );

  expect(problems).toContain('matrix has 10201 combinations; at most 10000 are written out');
});

/** The budgets of the campaigns `c-…`, by what their keys end with. */
async function budgetsOf(
  matrix: string,
  field = '${matrix.budget}',
): Promise<Readonly<Record<string, unknown>>> {
  const document = await load(`${header}      c-\${matrix.market}-\${matrix.tier}:
        matrix: ${matrix}
        name: N \${matrix.market} \${matrix.tier}
        funding_instrument: credit
        daily_budget: ${field}
`);
  return Object.fromEntries(
    document.resources
      .filter(({ kind }) => kind === 'campaign')
      .map(({ address, fields }) => [
        address.replace('acme-us/campaigns/c-', ''),
        Number(fields['daily_budget_amount_local_micro']) / 1_000_000,
      ]),
  );
}

const maps = 'market: [{ key: us, budget: 10 }, { key: uk, budget: 20 }], tier: [high, low]';

test.each([
  [
    'a value for all, and another one for some',
    '{ market: [us, uk], tier: [high, low], include: [{ budget: 5 }, { market: us, budget: 6 }, { market: us, tier: low, budget: 7 }] }',
    '${matrix.budget}',
    { 'us-high': 6, 'us-low': 7, 'uk-high': 5, 'uk-low': 5 },
  ],
  [
    'a combination more, which later lines say nothing of',
    '{ market: [us], tier: [high], include: [{ budget: 5 }, { market: fr, tier: low, budget: 8 }, { market: us, budget: 6 }] }',
    '${matrix.budget}',
    { 'us-high': 6, 'fr-low': 8 },
  ],
  [
    'another member of a value, for one combination',
    `{ ${maps}, include: [{ market: { key: us, budget: 11 }, tier: low }] }`,
    '${matrix.market.budget}',
    { 'us-high': 10, 'us-low': 11, 'uk-high': 20, 'uk-low': 20 },
  ],
  [
    'a combination more by the key of a value that is there, and one of a value that is not',
    `{ ${maps}, include: [{ market: uk, tier: top }, { market: { key: fr, budget: 3 }, tier: low }, { market: { key: us, budget: 1 }, tier: top }] }`,
    '${matrix.market.budget}',
    { 'us-high': 10, 'us-low': 10, 'uk-high': 20, 'uk-low': 20, 'uk-top': 20, 'fr-low': 3, 'us-top': 1 },
  ],
  [
    'what is excluded may be included with other values',
    `{ ${maps}, exclude: [{ market: uk }], include: [{ market: { key: uk, budget: 2 }, tier: low }] }`,
    '${matrix.market.budget}',
    { 'us-high': 10, 'us-low': 10, 'uk-low': 2 },
  ],
])('%s', async (_, matrix, field, budgets) => {
  expect(await budgetsOf(matrix, field)).toEqual(budgets);
});

test.each([
  ['include: 5', 'matrix.include must be a list of maps'],
  ['include: [us]', 'what matrix.include lists must be a map of names to values'],
  ['include: [{}]', 'what matrix.include lists must be a map of names to values'],
  [
    'include: [{ market: [us], budget: 5 }]',
    'a value of matrix.market is neither a single value nor a map with a key',
  ],
  [
    'include: [{ market: us }]',
    'the matrix has this combination already, and include says nothing new of it',
  ],
  ['include: [{ market: fr, budget: 3 }]', '${matrix.tier}: there is no tier'],
  ['include: [{ market: us, budget: 3 }]', '${matrix.budget}: there is no budget'],
  [
    'include: [{ budget: 1 }, { market: fr, tier: high, budget: 3 }, { market: fr, tier: high, budget: 4 }]',
    'stands twice once the matrix is written out',
  ],
])('a matrix with %s', async (include, message) => {
  const problems = await problemsOf(
    folderWith({
      'campaigns.yaml': `${header}      c-\${matrix.market}-\${matrix.tier}: { matrix: { market: [us, uk], tier: [high], ${include} }, name: "N \${matrix.market} \${matrix.tier}", funding_instrument: credit, daily_budget: "\${matrix.budget}" }\n`,
    }),
  );

  expect(problems).toContain(message);
});
