import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { unifiedPatch } from '../../../src/edit/unified-patch.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsync-patch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text that git makes of a file by a patch. */
function applied(path: string, before: string, patch: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, before);
  execFileSync('git', ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn'], {
    cwd: folder,
    input: patch,
  });
  return readFileSync(file, 'utf8');
}

const line = fc.constantFrom(
  'a',
  'b',
  'c',
  'd',
  '',
  'a\r',
  '\rb',
  'x\ry',
  '\u2028',
  '\\',
  '--- a/f',
  '@@ -1 +1 @@',
);
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', '\n', '\r\n'))
  .map(([lines, end]) => lines.join('\n') + end)
  .filter((each) => each !== '');

test('git makes the text after of the text before', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const patch = unifiedPatch('campaigns.yaml', before, after);
      if (before === after) expect(patch).toBe('');
      else expect(applied('campaigns.yaml', before, patch)).toBe(after);
    }),
    { numRuns: 100 },
  );
});

test('hunks have three lines of context, and lines in between are left out', () => {
  const before = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
  const after = before.with(10, 'ten\n').with(30, 'thirty\n').toSpliced(30, 1);

  expect(unifiedPatch('a.yaml', before.join(''), after.join(''))).toBe(`--- a/a.yaml
+++ b/a.yaml
@@ -8,7 +8,7 @@
 line 7
 line 8
 line 9
-line 10
+ten
 line 11
 line 12
 line 13
@@ -28,7 +28,6 @@
 line 27
 line 28
 line 29
-line 30
 line 31
 line 32
 line 33
`);
});

test.each([
  'früh/キャンペーン.yaml',
  'a "b".yaml',
  'a\nb.yaml',
  'a\tb.yaml',
  'a b.yaml',
  'a\\b.yaml',
  '-p.yaml',
])('git finds the file %j by the names in the patch', (path) => {
  const patch = unifiedPatch(path, 'a\n', 'b\n');

  expect(applied(path, 'a\n', patch)).toBe('b\n');
  expect(patch.split('\n')).toHaveLength(6);
});

const long = Array.from({ length: 60_000 }, (_, index) => `      line ${index % 7}: ${index}\n`);

test.each<[string, readonly string[]]>([
  ['one line of a long file changes', long.with(30_000, 'x\n')],
  ['a long part goes', long.toSpliced(1_000, 50_000)],
  ['a long file ends with its beginning', long.slice(0, 3)],
  ['a long file is emptied', []],
  ['every tenth line changes', long.map((each, index) => (index % 10 === 0 ? `x${each}` : each))],
  ['some lines of every campaign go', long.filter((_, index) => index % 60 > 5)],
  ['every second line and the last line end go', [...long.filter((_, index) => index % 2 > 0), 'last']],
  ['nothing stays', long.map((each) => `x${each}`)],
])('%s: in seconds', (_case, after) => {
  const started = performance.now();
  const patch = unifiedPatch('campaigns.yaml', long.join(''), after.join(''));

  expect(performance.now() - started).toBeLessThan(20_000);
  expect(applied('campaigns.yaml', long.join(''), patch)).toBe(after.join(''));
});
