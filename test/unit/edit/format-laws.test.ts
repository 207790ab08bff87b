import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lexer } from 'yaml';
import { readTree } from '../../../src/config/load-document.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { formatText } from '../../../src/edit/format.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import { documentSpec, writeDocument } from './generated-document.ts';

const settings = { cwd: '/', variables: { files: [], flags: [], environment: {} } };

async function loaded(files: ReadonlyMap<string, string>): Promise<DesiredDocument> {
  const found = Array.from(files, ([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return (await readTree({ files: found, folders: ['.'], skipped: [], unread: [] }, settings)).document;
}

/** What a document declares, without places and without the order of its resources. */
function meaningOf({ resources, accounts, policy, moved, removed }: DesiredDocument): unknown {
  const declared = resources.map(({ source: _source, fieldSources: _places, ...resource }) => resource);
  return [
    declared.toSorted((left, right) => (left.address < right.address ? -1 : 1)),
    accounts,
    policy,
    moved,
    removed,
  ];
}

function commentsIn(text: string): readonly string[] {
  return [...new Lexer().lex(text)]
    .filter((token) => token.startsWith('#'))
    .map((token) => token.trim())
    .sort();
}

/** Blanks at the end of a line, more than one blank line, or none at the end of the file. */
const untidy = /[ \t]\r?$|(?:\r?\n){3}|[^\n]$/;

test('fmt keeps the meaning and every comment, and does nothing the second time', async () => {
  await fc.assert(
    fc.asyncProperty(documentSpec, async (spec) => {
      const { files } = writeDocument(spec);

      const formatted = new Map(Array.from(files, ([path, text]) => [path, formatText(path, text)]));

      expect(meaningOf(await loaded(formatted))).toEqual(meaningOf(await loaded(files)));
      for (const [path, text] of formatted) {
        expect(formatText(path, text)).toBe(text);
        expect(commentsIn(text)).toEqual(commentsIn(files.get(path) ?? ''));
        expect(text.split('\n').filter((line) => /[ \t]\r?$/.test(line))).toEqual([]);
        expect(text).not.toMatch(untidy);
      }
    }),
    { numRuns: 250 },
  );
}, 120_000);

const scraps =
  "version: 1¦accounts:¦ acme:¦   id:  x1¦  campaigns:¦   a:¦- ¦- - x¦? k¦: v¦&a ¦*a¦<<: *a¦\"x\n  y\"¦'it''s'¦{¦}¦[¦]¦, ¦|\n   text\n\n¦>-\n text¦|+\n keep\n\n¦|2\n   x\n¦# note¦---¦...¦%YAML 1.2¦null¦~¦name: x¦id: y¦a: {b:   c, d: [1,2 ]}¦k:¦  \t¦🎉: ü".split(
    '¦',
  );

test('whatever stands in a file: it is laid out without changing what it says, or refused', () => {
  const scrap = fc.constantFrom(...scraps);
  const text = fc
    .array(fc.tuple(scrap, fc.constantFrom('', ' ', '\n', '\n  ', '\n    ', ' # c\n')), { maxLength: 14 })
    .map((parts) => parts.flat().join(''));
  let laidOut = 0;
  let refused = 0;
  fc.assert(
    fc.property(text, (source) => {
      let once: string;
      try {
        once = formatText('x.yaml', source);
      } catch (error) {
        expect(error).toHaveProperty('code');
        if (error instanceof AdsyncError && error.code === 'ADSYNC_FORMAT_REFUSED') refused += 1;
        return;
      }
      laidOut += 1;
      expect(formatText('x.yaml', once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
  expect(laidOut).toBeGreaterThan(300);
  expect(refused).toBeLessThan(laidOut / 10);
});
