import { expect, test } from 'vitest';
import { campaigns, createBench } from './harness.ts';

const document = `variables: { season: spring }\n${campaigns({ sale: 'name: "Sale ${var.season} ${var.year}"' })}`;

test('a name that the document does not have is refused, in a file of variables as with --var', async () => {
  const bench = await createBench(document);
  await bench.write('values.yaml', 'season: summer\nyear: 2026\nsaeson: autumn\n');

  const inFile = await bench.adsync(['validate', '--var-file', 'values.yaml']);
  const asFlag = await bench.adsync(['validate', '--var', 'year=2026', '--var', 'saeson=autumn']);

  expect(inFile).toMatchObject({ code: 1, stdout: '' });
  expect(inFile.stderr).toContain('values.yaml:3:1  the document has no variable saeson\n');
  expect(inFile.stderr).toContain('  Did you mean season?\n');
  expect(asFlag).toMatchObject({ code: 1, stdout: '' });
  expect(asFlag.stderr).toContain('--var saeson: the document has no such variable');
});

test('what a template uses and nothing declares may stand in a file of variables', async () => {
  const bench = await createBench(document);
  await bench.write('values.yaml', 'season: summer\nyear: 2026\n');

  expect(await bench.adsync(['validate', '--var-file', 'values.yaml'])).toMatchObject({
    code: 0,
    stderr: '',
  });
});

test('--why shows the line of the matrix where a value stands', async () => {
  const bench = await createBench(`version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale-\${matrix.market}:
        matrix:
          market:
            - { key: us, budget: 20 }
            - { key: uk, budget: 30 }
        name: Sale in \${matrix.market}
        funding_instrument: credit
        status: PAUSED
        daily_budget: \${matrix.market.budget}
`);

  const { stdout } = await bench.adsync(['plan', '--why', 'acme-us/campaigns/sale-uk']);

  expect(stdout).toContain('daily_budget: declared 30.00 USD/day (campaigns.yaml:11:34)');
  expect(stdout).toContain('name: declared Sale in uk (campaigns.yaml:12:15)');
});
