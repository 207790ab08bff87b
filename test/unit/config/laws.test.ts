import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentError } from '../../../src/config/document-error.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import { header } from './support/document.ts';
import { folderWith, load, loadFolder } from './support/load.ts';

function decimals(micro: number): string {
  const digits = String(micro).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

test('money: every amount of micro units survives being written as a decimal', async () => {
  const amounts = fc.array(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), {
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(amounts, async (micros) => {
      const entries = micros.map(
        (micro, index) =>
          `      c${index}: { name: C${index}, funding_instrument: credit, daily_budget: ${decimals(micro)} }\n`,
      );

      const document = await load(header + entries.join(''));

      const read = document.resources.flatMap(({ kind, fields }) =>
        kind === 'campaign' ? [fields.daily_budget_amount_local_micro] : [],
      );
      expect(read).toEqual(micros);
    }),
    { numRuns: 40 },
  );
});

test('splitting: campaigns give the same resources however they are spread over files', async () => {
  const campaign = fc.record({
    name: fc.stringMatching(/^[A-Za-z0-9 ]{0,20}[a-z]$/),
    budget: fc.option(fc.integer({ min: 1, max: 10 ** 12 })),
    status: fc.constantFrom('ACTIVE', 'PAUSED'),
    file: fc.integer({ min: 0, max: 4 }),
    tags: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(campaign, { maxLength: 8 }), async (campaigns) => {
      const written = campaigns.map(({ name, budget, status, file, tags }, index) => ({
        file,
        text: `      c${index}:
        name: "${index} ${name}"
        funding_instrument: credit
        status: ${status}
        daily_budget: ${budget === null ? 'null' : decimals(budget)}
        line_items:
          existing:
            id: li${index}
            tracking_tags: {${Array.from({ length: tags }, (_, tag) => ` t${tag}: { type: CLICK_TRACKER, url: https://example.com/${tag} }`).join(',')} }
`,
      }));
      const files = Object.groupBy(written, ({ file }) => `${file % 2 === 0 ? 'a' : 'b/c'}/${file}.yaml`);
      const split = Object.entries(files).map(([file, parts = []]): [string, string] => [
        file,
        `accounts: { acme-us: { id: 18ce54d4x5t } }\n---\naccounts:\n  acme-us:\n    campaigns:\n${parts.map(({ text }) => text).join('')}`,
      ]);

      const together = await load(header + written.map(({ text }) => text).join(''));
      const apart = await load(Object.fromEntries([...split, ['base.yaml', header]]));

      expect(withoutPlaces(apart)).toEqual(withoutPlaces(together));
    }),
    { numRuns: 40 },
  );
});

function withoutPlaces(document: DesiredDocument): unknown {
  return document.resources
    .map(({ source: _source, home: _home, fieldSources: _fieldSources, ...resource }) => resource)
    .sort((left, right) => (left.address < right.address ? -1 : 1));
}

const scraps =
  'version: 1¦accounts:¦ acme:¦  id: x1¦  campaigns:¦   a:¦- ¦? ¦: ¦\t¦\r¦&a ¦*a¦<<: *a¦!!str ¦"¦{¦}¦[¦]¦${var.x}¦$${¦|¦>-¦#¦---¦%YAML 1.1¦__proto__: 1¦null¦~¦,¦\u0000¦\uD800¦🎉¦\uFEFF¦name: x¦...'.split(
    '¦',
  );

test('whatever stands in the file: it is read, or its problems are listed', async () => {
  const scrap = fc.constantFrom(...scraps);
  const text = fc
    .array(fc.tuple(scrap, fc.constantFrom('', ' ', '\n', '\n  ')), { maxLength: 30 })
    .map((parts) => parts.flat().join(''));
  const cwd = folderWith({ 'campaigns.yaml': '' });
  await fc.assert(
    fc.asyncProperty(text, async (source) => {
      writeFileSync(path.join(cwd, 'campaigns.yaml'), source);

      const fault = await loadFolder(cwd).then(
        () => undefined,
        (error: unknown) => error,
      );

      expect(fault === undefined || fault instanceof DocumentError).toBe(true);
    }),
    { numRuns: 400 },
  );
});
