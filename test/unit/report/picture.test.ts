import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawn, pictures } from '../../../scripts/picture/pictures.ts';
import { terminalSvg } from '../../../scripts/picture/terminal-svg.ts';

test.each(pictures)(
  'the picture $file is what the commands write (else: node scripts/picture.ts)',
  async (picture) => {
    const file = join(import.meta.dirname, '../../../docs/images', picture.file);
    expect(await readFile(file, 'utf8')).toBe(await drawn(picture));
  },
);

test('each run of letters stands in its column, in its tones', () => {
  const svg = terminalSvg('T', ['  \u001b[1ma \u001b[32m< b\u001b[39m\u001b[22m  c']);
  const runs = svg.match(/<tspan.*?<\/tspan>/g);
  expect(runs).toEqual([
    '<tspan x="36.8" textLength="8.4" class="bold">a</tspan>',
    '<tspan x="53.6" textLength="25.2" class="bold green">&lt; b</tspan>',
    '<tspan x="95.6" textLength="8.4">c</tspan>',
  ]);
});
