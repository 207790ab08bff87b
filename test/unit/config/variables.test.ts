import { describe, expect, test } from 'vitest';
import { resourceAt, springFields, withCampaign } from './support/document.ts';
import { folderWith, load, loadFolder, problemsOf, type Variables } from './support/load.ts';

const named = (name: string): string =>
  `version: 1\nvariables: { season: spring, empty: "", nothing: null }\naccounts: { a: { id: i, name: ${name} } }\n`;

async function nameOf(template: string, variables: Variables = {}): Promise<unknown> {
  return resourceAt(await load(named(template), variables), 'a').fields.name;
}

describe('templates in a text', () => {
  test.each([
    ['"${var.season}"', 'spring'],
    ['"Sale ${var.season} 2026"', 'Sale spring 2026'],
    ['"${var.season}${var.season}"', 'springspring'],
    ['"${ var.season }"', 'spring'],
    ['"<${var.empty}>"', '<>'],
    ['"$${var.season}"', '${var.season}'],
    ['"a $${ b"', 'a ${ b'],
    ['"$$ $ {var.season}"', '$$ $ {var.season}'],
    ['"$${${var.season}"', '${spring'],
  ])('%s', async (template, name) => {
    expect(await nameOf(template)).toBe(name);
  });

  test('a value is not searched again', async () => {
    expect(await nameOf('"${var.season}"', { flags: ['season=${var.empty}'] })).toBe('${var.empty}');
  });
});

test('a whole scalar takes the value with its type: number, list, map, null', async () => {
  const document = await load(`variables:
  budget: 60.50
  nothing: ~
  where: [TWITTER_TIMELINE, TWITTER_SEARCH]
  pay: { id: 007 }
  item: { name: Item, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER] }
  market: { key: us, span: { from: 2026-12-01T00:00:00Z } }
${withCampaign(
  'daily_budget: ${var.budget}',
  'total_budget: "${var.nothing}"',
  'line_items:',
  '  one:',
  '    name: One ${var.market.key}',
  '    objective: WEBSITE_CLICKS',
  '    product_type: PROMOTED_TWEETS',
  '    placements: ${var.where}',
  '    start_time: ${var.market.span.from}',
  '    end_time: 2026-12-31T00:00:00Z',
)}      other: { name: Other, funding_instrument: "\${var.pay}" }
`);

  expect(springFields(document)).toMatchObject({
    daily_budget_amount_local_micro: 60_500_000,
    total_budget_amount_local_micro: null,
  });
  expect(resourceAt(document, 'acme-us/campaigns/spring/line_items/one').fields).toMatchObject({
    name: 'One us',
    placements: ['TWITTER_SEARCH', 'TWITTER_TIMELINE'],
    start_time: '2026-12-01T00:00:00Z',
  });
  expect(resourceAt(document, 'acme-us/campaigns/other').fields.funding_instrument_id).toBe('007');
});

test('templates in keys', async () => {
  const document = await load(
    'version: 1\nvariables: { who: us }\naccounts:\n  acme-${var.who}: { id: i }\nremoved: [{ from: "x-${var.who}", destroy: false }]\n',
  );

  expect(document.accounts[0]?.key).toBe('acme-us');
  expect(document.removed[0]?.from).toBe('x-us');
});

test('the place of a value is where a template took it from, in the same file', async () => {
  const document = await load(`variables: { b: 5 }\n${withCampaign('daily_budget: ${var.b}')}`);

  expect(
    resourceAt(document, 'acme-us/campaigns/spring').fieldSources.daily_budget_amount_local_micro,
  ).toEqual({ file: 'campaigns.yaml', line: 1, column: 17 });
});

test('the place of a value with more than a template in it is the template', async () => {
  const document = await load(`variables: { b: 5 }\n${withCampaign('daily_budget: ${var.b}.50')}`);

  expect(
    resourceAt(document, 'acme-us/campaigns/spring').fieldSources.daily_budget_amount_local_micro,
  ).toEqual({ file: 'campaigns.yaml', line: 12, column: 23 });
});

test('a value of a file of variables has the place of its template', async () => {
  const folder = folderWith({
    'campaigns.yaml': named('"${var.season}"'),
    'values/season.yaml': 'season: spring\n',
  });
  const document = await loadFolder(folder, ['campaigns.yaml'], { files: ['values/season.yaml'] });

  expect(resourceAt(document, 'a').fieldSources['name']?.file).toBe('campaigns.yaml');
});

describe('where a value comes from', () => {
  const files = {
    'campaigns.yaml': named('"<${var.season}>"'),
    'values/first.txt': 'season: from the first file\n',
    'values/second.txt': 'season: from the second file\n',
  };
  const environment = { ADSYNC_VAR_season: 'from the environment', ADSYNC_VAR_other: 'x', HOME: '/' };
  test.each<[string, Variables]>([
    ['<spring>', {}],
    ['<from the first file>', { files: ['values/first.txt'] }],
    ['<from the second file>', { files: ['values/first.txt', 'values/second.txt'] }],
    ['<from the environment>', { files: ['values/first.txt'], environment }],
    ['<a=b>', { files: ['values/first.txt'], environment, flags: ['season=one', 'season=a=b'] }],
    ['<>', { environment: { ADSYNC_VAR_season: '' } }],
    ['<007>', { flags: ['season=007'] }],
    ['<null>', { flags: ['season=null'] }],
  ])('%j', async (name, variables) => {
    const document = await loadFolder(folderWith(files), ['campaigns.yaml'], variables);

    expect(resourceAt(document, 'a').fields.name).toBe(name);
  });

  test('a variable may come from outside only', async () => {
    const source = 'version: 1\naccounts: { a: { id: "${var.id}" } }\n';

    const document = await load(source, { flags: ['id=18ce54d4x5t'] });

    expect(document.accounts[0]?.id).toBe('18ce54d4x5t');
  });

  test.each([
    ['season', '--var season is not of the form name=value'],
    ['=x', '--var =x is not of the form name=value'],
    ['a b=x', '--var a b=x is not of the form name=value'],
    ['seson=x', '--var seson: the document has no such variable'],
  ])('--var %s is refused', async (flag, message) => {
    const loading = load(named('"${var.season}"'), { flags: [flag] });

    await expect(loading).rejects.toMatchObject({ code: 'ADSYNC_USAGE', message });
  });

  test('a file of variables that is not there', async () => {
    const loading = load(named('x'), { files: ['none.txt'] });

    await expect(loading).rejects.toMatchObject({ code: 'ADSYNC_DOCUMENT_MISSING' });
  });

  test('a file of variables that is no map', async () => {
    const cwd = folderWith({ 'campaigns.yaml': named('x'), 'list.txt': '- a\n' });

    const problems = await problemsOf(cwd, { files: ['list.txt'] });

    expect(problems).toMatch(/^list\.txt:1:1 {2}a file of variables must be a map of names to values\n/);
  });
});

test('a bomb of variables is refused once', async () => {
  const big = `[${Array.from({ length: 2000 }, (_, index) => index).join(', ')}]`;
  const uses = Array.from({ length: 3000 }, (_, index) => `  v${index}: { id: i, name: "\${var.big}" }`);
  const cwd = folderWith({
    'campaigns.yaml': `version: 1\nvariables: { big: ${big} }\naccounts:\n${uses.join('\n')}\n`,
  });

  const problems = await problemsOf(cwd);

  expect(problems.match(/stand for too much/g)).toHaveLength(1);
});

test('a text that templates blow up is refused', async () => {
  const long = 'x'.repeat(100_000);
  const cwd = folderWith({
    'campaigns.yaml': `version: 1\nvariables: { x: ${long} }\naccounts: { a: { id: i, name: "${'${var.x}'.repeat(10_000)}" } }\n`,
  });

  expect(await problemsOf(cwd)).toContain('the templates of the document stand for too much');
});
