import { expect, test } from 'vitest';
import { header } from './support/document.ts';
import { load } from './support/load.ts';

test('64,000 uses of aliases cost seconds, not minutes', async () => {
  const uses = '    - { <<: *base, e: 5 }\n    - *base\n'.repeat(32_000);
  const campaigns = Array.from(
    { length: 500 },
    (_, index) => `      c${index}: { name: C${index}, funding_instrument: credit }\n`,
  );
  const source = `variables:\n  base: &base { a: 1, b: 2, c: 3 }\n  uses:\n${uses}${header}${campaigns.join('')}`;

  const started = process.threadCpuUsage();
  const document = await load(source);
  const { user, system } = process.threadCpuUsage(started);
  const milliseconds = (user + system) / 1000;

  expect(document.resources).toHaveLength(502);
  expect(milliseconds).toBeLessThan(8000);
});
