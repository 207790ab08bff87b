/** How many of each, as the sandbox generates them. */
export interface Size {
  readonly campaigns: number;
  readonly lineItems: number;
  readonly tagsOfEach: number;
}

/** A document without short forms that declares what the sandbox generates, or the same for an account without it. */
export function generatedDocument(accountId: string, size: Size, status = 'PAUSED'): string {
  const lines = [
    'version: 1',
    'accounts:',
    '  acme-us:',
    `    id: ${accountId}`,
    '    funding_instruments:',
    '      credit-card: { id: hxtet }',
    '    campaigns:',
  ];
  for (let number = 1; number <= size.campaigns; number += 1) {
    const digits = String(number).padStart(6, '0');
    lines.push(
      `      generated-${digits}:`,
      `        name: Generated ${digits}`,
      '        funding_instrument: credit-card',
      `        status: ${status}`,
      `        daily_budget: ${10 + (number % 50)}.00`,
    );
    if (size.lineItems > 0) lines.push('        line_items:');
    for (let item = 1; item <= size.lineItems; item += 1) lines.push(...lineItem(item, status, size));
  }
  return `${lines.join('\n')}\n`;
}

function lineItem(item: number, status: string, { tagsOfEach }: Size): readonly string[] {
  const tags = Array.from(
    { length: tagsOfEach },
    (_, index) =>
      `              tag-${index + 1}: { type: IMPRESSION_TAG, url: https://example.com/i/${index + 1} }`,
  );
  return [
    `          item-${item}:`,
    `            name: Generated line item ${item}`,
    '            objective: ENGAGEMENTS',
    '            product_type: PROMOTED_TWEETS',
    '            placements: [ALL_ON_TWITTER]',
    `            status: ${status}`,
    '            bid_strategy: AUTO',
    '            start_time: null',
    '            end_time: null',
    ...(tags.length === 0 ? [] : ['            tracking_tags:', ...tags]),
  ];
}
