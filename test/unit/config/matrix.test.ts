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
