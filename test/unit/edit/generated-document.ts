import * as fc from 'fast-check';

/** How a scalar is written. */
type Quote = 'plain' | 'single' | 'double' | 'folded' | 'literal';
/** Where the value of a field comes from. */
type Origin = 'own' | 'variable' | 'alias' | 'default' | 'none';

interface FieldSpec {
  readonly origin: Origin;
  readonly quote: Quote;
}

interface ItemSpec {
  readonly times: FieldSpec;
  readonly form: 'block' | 'flow';
}

interface CampaignSpec {
  readonly form: 'block' | 'flow' | 'merge' | 'base' | 'matrix';
  readonly name: FieldSpec;
  readonly status: FieldSpec;
  readonly daily: FieldSpec;
  readonly total: FieldSpec;
  readonly order: FieldSpec;
  readonly item: ItemSpec | null;
  readonly file: number;
}

/** The shape of a generated document; `noise` decides about comments, blank lines and blanks. */
export interface DocumentSpec {
  readonly campaigns: readonly CampaignSpec[];
  readonly noise: readonly number[];
  readonly lineBreak: '\n' | '\r\n';
  readonly mark: boolean;
  readonly endsOpen: boolean;
}

/** A generated document: its files by path, and what is known of the fields in them. */
export interface GeneratedDocument {
  readonly files: ReadonlyMap<string, string>;
  /** Addresses whose entry stands for them alone, so that every field of them can be written. */
  readonly ownEntries: ReadonlySet<string>;
  /** Fields, as `ADDRESS FIELD`, whose value has an anchor that others may lead to. */
  readonly anchored: ReadonlySet<string>;
}

const quote = fc.constantFrom<Quote>('plain', 'plain', 'single', 'double', 'folded', 'literal');
const field = (...origins: readonly Origin[]): fc.Arbitrary<FieldSpec> =>
  fc.record({ origin: fc.constantFrom(...origins), quote });
const item: fc.Arbitrary<ItemSpec> = fc.record({
  times: field('own', 'own', 'alias'),
  form: fc.constantFrom('block', 'flow'),
});
const campaign: fc.Arbitrary<CampaignSpec> = fc.record({
  form: fc.constantFrom('block', 'block', 'flow', 'merge', 'base', 'matrix'),
  name: field('own', 'own', 'variable'),
  status: field('own', 'variable', 'alias', 'default', 'none'),
  daily: field('own', 'own', 'alias', 'variable', 'none'),
  total: field('own', 'own', 'default', 'none'),
  order: field('own', 'variable', 'none'),
  item: fc.option(item, { freq: 2 }),
  file: fc.integer({ min: 0, max: 2 }),
});

/** Documents of a few campaigns in up to three files, in every style that YAML has. */
export const documentSpec: fc.Arbitrary<DocumentSpec> = fc.record({
  campaigns: fc.array(campaign, { minLength: 1, maxLength: 5 }),
  noise: fc.array(fc.nat(100), { minLength: 30, maxLength: 30 }),
  lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
  mark: fc.boolean(),
  endsOpen: fc.boolean(),
});

/** Writes a document of this shape. */
export function writeDocument(spec: DocumentSpec): GeneratedDocument {
  const writer = createWriter(spec);
  const paths = ['base.yaml', 'more/a.yml', 'more/b.yaml'];
  const merged = new Set(spec.campaigns.filter(({ form }) => form === 'merge').map(({ file }) => file));
  const ownEntries = new Set<string>();
  const files = paths.flatMap((path, file) => {
    const own = spec.campaigns.flatMap((one, index) => (one.file === file ? [{ one, index }] : []));
    if (file > 0 && own.length === 0) return [];
    const text = writer.file(file === 0, own);
    return [[path, finished(spec, text)] as const];
  });
  for (const [index, { form, file, item }] of spec.campaigns.entries()) {
    const address = `acme/campaigns/c${index}`;
    const isBase = form === 'base' && merged.has(file);
    if (form === 'matrix') continue;
    if (!isBase) ownEntries.add(address);
    if (item !== null && form !== 'merge' && !isBase) ownEntries.add(`${address}/line_items/x`);
  }
  return { files: new Map(files), ownEntries, anchored: writer.anchored };
}

function finished({ lineBreak, mark, endsOpen }: DocumentSpec, text: string): string {
  const ended = endsOpen ? text.replace(/\n$/, '') : text;
  return (mark ? '\uFEFF' : '') + ended.replaceAll('\n', lineBreak);
}

interface Numbered {
  readonly one: CampaignSpec;
  readonly index: number;
}

const isText = (written: string): boolean => written.includes('\n');

const pairs = (
  { one, index }: Numbered,
  known: ReadonlySet<string>,
): readonly (readonly [string, string, Quote])[] => {
  const key = one.form === 'matrix' ? `c${index} \${matrix.m.name}` : `C${index}`;
  const list: (readonly [string, string, Quote])[] = [];
  const add = (name: string, { origin, quote: style }: FieldSpec, own: string, variable: string): void => {
    if (origin === 'own') list.push([name, own, style]);
    else if (origin === 'variable') list.push([name, variable, style === 'plain' ? 'plain' : 'double']);
    else if (origin === 'alias') {
      const anchor = `${name}_anchor`;
      list.push([name, known.has(anchor) ? `*${anchor}` : `&${anchor} ${own}`, 'plain']);
    }
  };
  add('name', one.name, key, `${key} \${var.season}`);
  list.push(['funding_instrument', 'credit', 'plain']);
  add('status', one.status, 'ACTIVE', '${var.go}');
  add(
    'daily_budget',
    one.form === 'matrix' ? { ...one.daily, origin: 'own' } : one.daily,
    one.form === 'matrix' ? '${matrix.m.budget}' : `${10 + index}.50`,
    '${var.budget}',
  );
  add('total_budget', one.total, '1500', '');
  add('purchase_order_number', one.order, `0${index}7`, 'PO-${var.order}');
  return list;
};

const itemPairs = (
  { times }: ItemSpec,
  known: ReadonlySet<string>,
): readonly (readonly [string, string, Quote])[] => {
  const start =
    times.origin === 'alias' && known.has('start')
      ? '*start'
      : times.origin === 'alias'
        ? '&start 2027-12-01T00:00:00Z'
        : '2027-12-01T02:00:00+02:00';
  return [
    ['name', 'Item', times.quote],
    ['objective', 'ENGAGEMENTS', 'plain'],
    ['product_type', 'PROMOTED_TWEETS', 'plain'],
    ['placements', '[ALL_ON_TWITTER,  TWITTER_TIMELINE ]', 'plain'],
    ['start_time', start, 'plain'],
    ['end_time', '2027-12-31T00:00:00Z', times.quote === 'single' ? 'single' : 'plain'],
  ];
};

function createWriter(spec: DocumentSpec) {
  let at = 0;
  const pick = (most: number): number => {
    at += 1;
    return (spec.noise[at % spec.noise.length] ?? 0) % most;
  };
  const behind = (): string =>
    ['', '', ' # why', '   #! "quoted" { and [', ' # ${var.x} &a *b'][pick(5)] ?? '';
  const above = (indent: string): string =>
    ['', '', '', `${indent}# about what follows\n`, '\n', `\n${indent}# one\n${indent}#two: x\n\n`][
      pick(6)
    ] ?? '';
  const gap = (): string => ' '.repeat(1 + pick(3));

  const scalar = (text: string, style: Quote, inFlow: boolean, indent: string): string => {
    if (style === 'single') return `'${text}'`;
    if (style === 'double') return `"${text}"`;
    if ((style === 'folded' || style === 'literal') && !inFlow)
      return `${style === 'folded' ? '>' : '|'}-${pick(2) === 0 ? '' : ' # text'}\n${indent}    ${text}`;
    return inFlow && text.includes('${') ? `"${text}"` : text;
  };
  const anchored = new Set<string>();
  const noted = (
    known: Set<string>,
    address: string,
    list: readonly (readonly [string, string, Quote])[],
  ): void => {
    for (const [name, value] of list) {
      const anchor = /^&(\w+)/.exec(value)?.[1];
      if (anchor === undefined) continue;
      known.add(anchor);
      anchored.add(`${address} ${name}`);
    }
  };

  const flow = (list: readonly (readonly [string, string, Quote])[], more = ''): string => {
    const written = list.map(
      ([name, value, style]) =>
        `${name}:${gap()}${/^[&*[]/.test(value) ? value : scalar(value, style, true, '')}`,
    );
    return `{ ${[...written, ...(more === '' ? [] : [more])].join(pick(2) === 0 ? ', ' : ' ,')} }`;
  };

  const block = (list: readonly (readonly [string, string, Quote])[], indent: string): string =>
    list
      .map(([name, value, style]) => {
        const written = /^[&*[]/.test(value) ? value : scalar(value, style, false, indent);
        return `${above(indent)}${indent}${name}:${gap()}${written}${isText(written) ? '' : behind()}\n`;
      })
      .join('');

  const entry = (numbered: Numbered, known: Set<string>): string => {
    const { one, index } = numbered;
    const indent = '        ';
    const hasBase = known.has('base');
    const list = pairs(numbered, known).filter(
      ([name]) => !(one.form === 'merge' && hasBase && ['status', 'total_budget'].includes(name)),
    );
    noted(known, `acme/campaigns/c${index}`, list);
    const items = one.item === null || one.form === 'merge' ? [] : itemPairs(one.item, known);
    noted(known, `acme/campaigns/c${index}/line_items/x`, items);
    if (one.form === 'flow')
      return `      c${index}:${gap()}${flow(list, items.length === 0 ? '' : `line_items: { x: ${flow(items)} }`)}${behind()}\n`;
    const key = one.form === 'matrix' ? `c${index}-\${matrix.m}` : `c${index}`;
    const anchor = one.form === 'base' && !hasBase ? ' &base' : '';
    if (anchor !== '') known.add('base');
    const lead =
      one.form === 'matrix'
        ? `${indent}matrix: { m: [{ key: a, name: A, budget: 60.50 }, { key: b, name: B, budget: 70 }] }${behind()}\n`
        : one.form === 'merge' && hasBase
          ? `${indent}<<: *base\n`
          : '';
    const lineItems =
      items.length === 0
        ? ''
        : one.item?.form === 'flow'
          ? `${indent}line_items: { x: ${flow(items)} }${behind()}\n`
          : `${indent}line_items:${behind()}\n${indent}  x:\n${block(items, `${indent}    `)}${pick(3) === 0 ? `${indent}    # foot\n` : ''}`;
    return `${above('      ')}      ${key}:${anchor}${behind()}\n${lead}${block(list, indent)}${lineItems}`;
  };

  return {
    anchored,
    file: (isFirst: boolean, own: readonly Numbered[]): string => {
      const known = new Set<string>();
      const head = isFirst
        ? `# A file.\n\nversion: 1\nvariables:${behind()}\n  season: ${['spring', '"spring"'][pick(2)]}${behind()}\n  go: PAUSED\n  budget: '20'\n  order: 7 # o\ndefaults:\n  campaign: { total_budget: 2000, status:   PAUSED }${behind()}\n`
        : '';
      const account = `accounts:${behind()}\n  acme:\n    id: 18ce54d4x5t\n${isFirst ? '    funding_instruments: { credit: { id: hxtet } }\n' : ''}`;
      // A base stands before what merges it.
      const sorted = own.toSorted((left, right) => rank(left.one) - rank(right.one));
      const entries = sorted.map((each) => entry(each, known)).join('');
      return `${head}${account}${entries === '' ? '' : `    campaigns:${behind()}\n${entries}`}`;
    },
  };
}

function rank({ form }: CampaignSpec): number {
  return form === 'base' ? 0 : 1;
}
