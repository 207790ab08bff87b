import { describe, expect, test } from 'vitest';
import { danglingCitations, foreignCitations, uncitedFacts } from '../../../scripts/facts/citation-faults.ts';
import { pageFaults } from '../../../scripts/facts/page-faults.ts';
import { factsIn } from '../../../scripts/facts/platform-fact.ts';
import { repositoryFaults } from '../../../scripts/facts/repository-faults.ts';

// Ids and phrases are put together here, so that the check of the repository does not take them for citations.
const id = (area: string, number: string): string => `F-${area}-${number}`;
const one = id('campaign', '01');
const two = id('campaign', '02');
const checked = '- Checked: 2026-11-22';
const from = '- Source: public fact, confidence high (campaign reference)';
const documentation = ['documentation,', 'part'].join(' ');
const broken = '- When broken: 400 `INVALID_PARAMETER`';

function section(heading: string, ...items: readonly string[]): string {
  return `### ${heading}\n\nA name has up to 255 characters.\n\n${items.join('\n')}\n`;
}

function page(...sections: readonly string[]) {
  return { path: 'docs/platform/campaigns.md', text: `# Campaigns\n\n${sections.join('\n')}` };
}

const nowhere = (): boolean => false;

function comment(text: string) {
  return { path: 'src/a.ts', text: `const a = 1;\n${text}\n` };
}

test('every citation in the repository resolves, and every fact is cited', () => {
  const { facts, faults } = repositoryFaults();
  expect(faults).toEqual([]);
  expect(facts).toBeGreaterThan(200);
});

describe('pages of facts', () => {
  const good = section(`${one} A name has a bound`, broken, from, checked);

  test('are read with id, area and place', () => {
    const other = section(`${id('line-item', '12')} Flights`, broken, from, checked);
    expect(factsIn([page(good), { path: 'docs/platform/line-items.md', text: other }])).toEqual([
      { id: one, area: 'campaign', path: 'docs/platform/campaigns.md', line: 3 },
      { id: id('line-item', '12'), area: 'line-item', path: 'docs/platform/line-items.md', line: 1 },
    ]);
  });

  test.each([
    `${documentation} 2, line 33`,
    `${documentation} 1, lines 22 to 28 and 117`,
    `${documentation} 1, line 5, and part 2, lines 3, 92 and 139`,
    'public fact, confidence low',
    `${documentation} 2, line 139; assumption (the case)`,
    'public fact, confidence medium (forum); public fact, confidence high (guide)',
  ])('have the source "%s"', (source) => {
    expect(pageFaults([page(section(`${one} A name`, broken, `- Source: ${source}`, checked))])).toEqual([]);
  });

  const layout =
    /:3: the fact is not a text, an empty line, and "- When broken: …", "- Source: …", "- Checked: …"$/;
  test.each([
    ['an id without a title', section(one, broken, from, checked), /:3: the heading is not/],
    ['a heading without an id', section('A name', broken, from, checked), /:3: the heading is not/],
    ['an item less', section(`${one} A name`, broken, checked), layout],
    ['an item more', section(`${one} A name`, broken, from, checked, '- Note: none'), layout],
    ['items in another order', section(`${one} A name`, broken, checked, from), layout],
    ['an empty item', section(`${one} A name`, '- When broken: ', from, checked), layout],
    ['no text', `### ${one} A name\n\n${broken}\n${from}\n${checked}\n`, layout],
    ['nothing below the heading', `### ${one} A name\n`, layout],
    ['a day that there is not', section(`${one} A name`, broken, from, '- Checked: 2026-02-30'), /"Checked"/],
    ['a day in other words', section(`${one} A name`, broken, from, '- Checked: today'), /"Checked"/],
    [
      'a source without confidence',
      section(`${one} A name`, broken, '- Source: public fact', checked),
      /"Source"/,
    ],
    [
      'a source without lines',
      section(`${one} A name`, broken, '- Source: documentation', checked),
      /"Source"/,
    ],
  ])('are refused with %s', (_case, text, message) => {
    const faults = pageFaults([page(text)]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
  });

  test('are refused with an id that stands twice', () => {
    expect(pageFaults([page(good, good)])).toEqual([
      `docs/platform/campaigns.md:11: ${one} stands at docs/platform/campaigns.md:3 already`,
    ]);
  });

  test('are refused with two areas on one page, and with one area on two pages', () => {
    const stray = section(`${id('post', '01')} A name`, broken, from, checked);
    const elsewhere = {
      path: 'platform/more.md',
      text: section(`${two} A name`, broken, from, checked),
    };
    expect(pageFaults([page(good, stray), elsewhere])).toEqual([
      `docs/platform/campaigns.md:11: a page has one area, and an area one page; move ${id('post', '01')}`,
      `platform/more.md:1: a page has one area, and an area one page; move ${two}`,
    ]);
  });
});

describe('citations', () => {
  const facts = factsIn([
    page(section(`${one} A`, broken, from, checked), section(`${two} B`, broken, from, checked)),
  ]);
  test('of an id that no fact has are named with their place', () => {
    const missing = id('campaign', '03');
    const file = comment(`/** A campaign (${one}, ${missing}). */`);
    expect(danglingCitations(facts, [file], nowhere)).toEqual([`src/a.ts:2: no fact has the id ${missing}`]);
  });

  test('of a page that is not there are named with their place', () => {
    const guide = ['docs', 'guides', 'money.md'].join('/');
    const decision = ['docs', 'decisions', '0001-rooms.md'].join('/');
    const file = comment(`// See ${guide} and ${decision}.`);
    expect(danglingCitations(facts, [file], (path) => path === decision)).toEqual([
      `src/a.ts:2: there is no page ${guide}`,
    ]);
  });

  test('leave no fact out', () => {
    expect(uncitedFacts(facts, [comment(`// A campaign (${one}).`)])).toEqual([
      `docs/platform/campaigns.md:11: nothing cites ${two}; cite it where it is relied on, or remove it`,
    ]);
    expect(uncitedFacts(facts, [comment(`// ${one}`), comment(`// ${two}`)])).toEqual([]);
  });

  test.each([
    ['(reference', 'part 2, lines 27-44)'],
    ['// Reference', 'part 1, line 194.'],
    ['/** By (public', 'facts, section 9). */'],
    ['(contract,', 'section 5.3)'],
    ['(contract', 'section 5.3)'],
    ['(documentation,', 'part 2, line 33)'],
    ['(reference', 'line 5)'],
  ])('that begin with "%s %s" are refused, on one line and on two', (begin, end) => {
    expect(foreignCitations([comment(`// ${begin} ${end}`)])).toHaveLength(1);
    const [fault, ...others] = foreignCitations([comment(`/**\n * ${begin}\n * ${end}\n */`)]);
    expect(fault).toMatch(
      /^src\/a\.ts:3: ".*" cites what is not in the repository; cite a fact of docs\/platform$/,
    );
    expect(others).toEqual([]);
  });

  test('of a standard, and words alike, are not refused', () => {
    const text =
      '// RFC 5849 section 3.6; the reference of a kind; in public; a part of 2; a contract of 3 parts';
    expect(foreignCitations([comment(text)])).toEqual([]);
  });
});
