import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { createBench } from '../../system/cli/harness.ts';

const project = join(import.meta.dirname, '../../..');
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(project, name)),
  ...readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(project, 'docs', name)),
];

function textOf(page: string): string {
  return readFileSync(page, 'utf8');
}

/** The code blocks of a language, with the page that they stand on. */
function blocksIn(language: string): readonly (readonly [page: string, code: string])[] {
  return pages.flatMap((page) =>
    [...textOf(page).matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)]
      .filter(([, , name]) => name === language)
      .map(([, indent = '', , code = '']) => [
        relative(project, page),
        code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ]),
  );
}

const lifted = { 'customers.csv': 'email\nmaria@example.com\n', 'buyers.csv': 'email\nada@example.com\n' };
const documents = blocksIn('yaml').filter(([, code]) => code.startsWith('version: 1'));
const guides = blocksIn('sh').filter(([page]) => page.startsWith(join('docs', 'guides')));
const commandLines = pages.flatMap((page) =>
  [...textOf(page).matchAll(/(?:^ *(?:\$ )?|`)adsync ([a-z][^`\n#|>…]*)/gm)].map(
    ([, line = '']) => [relative(project, page), line.trim()] as const,
  ),
);

test('links lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target) && !existsSync(join(dirname(page), target)))
      .map((target) => `${relative(project, page)}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every page of the guides is found from the README', () => {
  const guideNames = readdirSync(join(project, 'docs/guides'));
  const readme = textOf(join(project, 'README.md'));
  expect(guideNames.filter((name) => !readme.includes(`docs/guides/${name}`))).toEqual([]);
});

test.each(documents)('%s holds a valid document', async (_, code) => {
  const bench = await createBench(code);
  for (const [file, text] of Object.entries(lifted)) await bench.write(file, text);
  const { code: exit, stderr } = await bench.adsync(['validate']);
  expect(stderr).toBe('');
  expect(exit).toBe(0);
});

test('command lines name commands and options that exist', async () => {
  const bench = await createBench();
  const unknown: string[] = [];
  for (const [page, line] of new Map(commandLines.map((each) => [each[1], each])).values()) {
    const words = line.split(/\s+/);
    const group = await bench.adsync([words[0] ?? '', '--help']);
    const length = group.stdout.includes('\nCommands:\n') ? 2 : 1;
    const name = words.slice(0, length).filter((word) => /^[a-z]+(?:-[a-z]+)*$/.test(word));
    const { code, stdout } = await bench.adsync([...name, '--help']);
    const missing = words.filter(
      (word) => word.startsWith('-') && !stdout.includes(word.split('=')[0] ?? ''),
    );
    const isKnown = stdout.startsWith(`Usage: adsync ${name.join(' ')}`);
    if (code !== 0 || !isKnown || missing.length > 0) unknown.push(`${page}: adsync ${line}`);
  }
  expect(unknown).toEqual([]);
  expect(commandLines.length).toBeGreaterThan(60);
});

test('CONTRIBUTING shows the kind that is proved', () => {
  const kind = readFileSync(join(project, 'test/laws/kinds/fictitious/scheduled-promoted-post.ts'), 'utf8');
  const shown = blocksIn('ts').map(([, code]) => code);
  expect(shown).toContain(kind.replaceAll('../../../../src/schemas/', '../'));
});

test.each(guides)('%s has lines that run, one after another', async (_, code) => {
  const demo = readFileSync(join(project, 'examples/demo/campaigns.yaml'), 'utf8');
  const bench = await createBench(demo);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  for (const line of code.trim().split('\n')) {
    const [program, ...argv] = line
      .replace(/ > \S+$/, '')
      .replaceAll("'", '')
      .split(' ');
    expect(program).toBe('adsync');
    expect({ line, ...(await bench.adsync(argv)) }).toMatchObject({ line, code: 0 });
  }
});
