/** A document without a mistake. */
export const soundDocument = `version: 1
variables:
  season: spring
policy:
  max_daily_budget: 500
  freeze:
    - { from: 2026-12-24T00:00:00Z, to: 2026-12-27T00:00:00Z }
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments:
      credit: { id: hxtet }
    audiences:
      fans: { name: Fans }
    campaigns:
      spring-sale:
        name: Sale \${var.season} 2026
        funding_instrument: credit
        status: ACTIVE
        daily_budget: 55.00
        total_budget: 1500
        line_items:
          clicks:
            name: Clicks
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            status: ACTIVE
            bid_strategy: MAX
            bid_amount: 1.20
            targeting:
              - { type: LOCATION, value: 96683cc9126741d1 }
              - { type: LANGUAGE, value: en }
      brand-\${matrix.country}:
        matrix:
          country: [us, ca]
        name: Brand \${matrix.country}
        funding_instrument: credit
        status: PAUSED
        daily_budget: 100
`;

/** What a person does wrong: a text of the document, and what stands in its place; or the whole document. */
export type Mistake =
  | readonly [name: string, right: string, wrong: string]
  | readonly [name: string, write: (sound: string) => string];

/** Mistakes of people who write their first documents, each alone. */
export const mistakes: readonly Mistake[] = [
  ['a tab as indentation', '    id: 18ce54d4x5t', '	id: 18ce54d4x5t'],
  [
    'a missing colon',
    `        status: ACTIVE
        daily_budget: 55.00`,
    `        status ACTIVE
        daily_budget: 55.00`,
  ],
  ['an unclosed bracket', 'placements: [ALL_ON_TWITTER]', 'placements: [ALL_ON_TWITTER'],
  ['an unclosed brace', 'credit: { id: hxtet }', 'credit: { id: hxtet'],
  ['an unclosed quote', '            name: Clicks', '            name: "Clicks'],
  [
    'a key twice',
    '        daily_budget: 55.00',
    `        daily_budget: 55.00
        daily_budget: 60.00`,
  ],
  [
    'no version',
    `version: 1
`,
    '',
  ],
  ['another version', 'version: 1', 'version: 2'],
  ['a misspelt field', 'daily_budget: 55.00', 'dayly_budget: 55.00'],
  [`the platform's name of a field`, 'daily_budget: 55.00', 'daily_budget_amount_local_micro: 55000000'],
  ['a misspelt section', '    campaigns:', '    campaign:'],
  [
    'a misspelt value',
    `status: ACTIVE
        daily`,
    `status: ACTIV
        daily`,
  ],
  [
    'lower case value',
    `status: ACTIVE
        daily`,
    `status: active
        daily`,
  ],
  [
    'a boolean for a status',
    `status: ACTIVE
        daily`,
    `status: true
        daily`,
  ],
  ['an amount with a currency', 'daily_budget: 55.00', 'daily_budget: $55'],
  ['an amount with a comma', 'daily_budget: 55.00', 'daily_budget: 55,00'],
  ['a negative amount', 'daily_budget: 55.00', 'daily_budget: -55'],
  ['too many decimals', 'daily_budget: 55.00', 'daily_budget: 55.1234567'],
  ['micro units', 'daily_budget: 55.00', 'daily_budget: 55000000'],
  ['a daily above the total budget', 'total_budget: 1500', 'total_budget: 15'],
  [
    'no name',
    `        name: Sale \${var.season} 2026
`,
    '',
  ],
  [
    'no funding instrument',
    `        funding_instrument: credit
        status: ACTIVE`,
    '        status: ACTIVE',
  ],
  [
    'a funding instrument nobody declares',
    `funding_instrument: credit
        status: ACTIVE`,
    `funding_instrument: kredit
        status: ACTIVE`,
  ],
  ['a variable nobody declares', '${var.season}', '${var.saison}'],
  ['a template without var', '${var.season}', '${season}'],
  ['an unclosed template', '${var.season}', '${var.season'],
  ['a list where one is meant', 'objective: WEBSITE_CLICKS', 'objective: [WEBSITE_CLICKS]'],
  ['one where a list is meant', 'placements: [ALL_ON_TWITTER]', 'placements: ALL_ON_TWITTER'],
  [
    'line items as a list',
    `          clicks:
            name`,
    '          - name',
  ],
  [
    'campaigns one level too high',
    `    campaigns:
`,
    `campaigns:
`,
  ],
  [
    'a line item field on the campaign',
    '        total_budget: 1500',
    `        total_budget: 1500
        bid_amount: 1.20`,
  ],
  [
    'a campaign field on the line item',
    '            bid_amount: 1.20',
    `            bid_amount: 1.20
            funding_instrument: credit`,
  ],
  [
    'targeting on the campaign',
    '        total_budget: 1500',
    `        total_budget: 1500
        targeting: [{ type: LANGUAGE, value: en }]`,
  ],
  [
    'a line item under the account',
    '    campaigns:',
    `    line_items:
      lost: { name: Lost }
    campaigns:`,
  ],
  [
    'policy under the account',
    '    id: 18ce54d4x5t',
    `    id: 18ce54d4x5t
    policy: { max_daily_budget: 1 }`,
  ],
  ['a date without a time zone', 'start_time: 2026-12-01T00:00:00Z', 'start_time: 2026-12-01T00:00:00'],
  ['a date only', 'start_time: 2026-12-01T00:00:00Z', 'start_time: 2026-12-01'],
  ['an American date', 'start_time: 2026-12-01T00:00:00Z', 'start_time: 12/01/2026'],
  ['a date that does not exist', 'end_time: 2026-12-31T00:00:00Z', 'end_time: 2026-12-32T00:00:00Z'],
  ['an end before the start', 'end_time: 2026-12-31T00:00:00Z', 'end_time: 2026-11-30T00:00:00Z'],
  ['an audience by its key', '- { type: LANGUAGE, value: en }', '- { type: CUSTOM_AUDIENCE, value: fans }'],
  [
    'an audience nobody declares',
    '- { type: LANGUAGE, value: en }',
    '- { type: CUSTOM_AUDIENCE, value: { audience: fams } }',
  ],
  ['a misspelt targeting type', 'type: LANGUAGE', 'type: LANGUGE'],
  ['a targeting type in lower case', 'type: LANGUAGE', 'type: language'],
  [
    'the same targeting twice',
    '- { type: LANGUAGE, value: en }',
    `- { type: LANGUAGE, value: en }
              - { type: LANGUAGE, value: en }`,
  ],
  [
    'targeting as a map',
    `            targeting:
              - { type: LOCATION, value: 96683cc9126741d1 }
              - { type: LANGUAGE, value: en }`,
    '            targeting: { LANGUAGE: en }',
  ],
  ['a matrix value that is no list', 'country: [us, ca]', 'country: us'],
  ['a matrix name that the key does not use', '      brand-${matrix.country}:', '      brand:'],
  ['a matrix name nobody declares', 'name: Brand ${matrix.country}', 'name: Brand ${matrix.land}'],
  ['an id with a space', 'id: 18ce54d4x5t', 'id: "18ce 54d4x5t"'],
  ['a misspelt policy', 'max_daily_budget: 500', 'max_daily_bugdet: 500'],
  ['a freeze that ends before it begins', 'to: 2026-12-27T00:00:00Z', 'to: 2026-12-20T00:00:00Z'],
  [
    'a goal that does not fit',
    'objective: WEBSITE_CLICKS',
    `objective: REACH
            goal: LINK_CLICKS`,
  ],
  [
    'bid strategy without a bid',
    `            bid_amount: 1.20
`,
    '',
  ],
  ['a name that is too long', 'name: Clicks', `name: ${'x'.repeat(300)}`],
  ['two campaigns of one name', 'name: Brand ${matrix.country}', 'name: Brand'],
  [
    'an account twice with one id',
    `accounts:
`,
    `accounts:
  acme-copy:
    id: 18ce54d4x5t
`,
  ],
  ['an empty document', () => ''],
  ['a document that is JSON lines', () => '{"version":1}\n{"version":1}\n'],
  [
    'windows line ends and a BOM',
    (text) => `\uFEFF${text.replaceAll('\n', '\r\n').replace('ACTIVE', 'ACTIV')}`,
  ],
  [
    'anchors as in other tools',
    `funding_instrument: credit
        status: ACTIVE`,
    `<<: *defaults
        funding_instrument: credit
        status: ACTIVE`,
  ],
];

/** The document with the mistake in it. */
export function mistaken([, right, wrong]: Mistake): string {
  if (typeof right === 'function') return right(soundDocument);
  if (!soundDocument.includes(right)) throw new RangeError(`the document has no ${right}`);
  return soundDocument.replace(right, () => wrong ?? '');
}
