import type { DesiredDocument, DesiredResource } from '../../../../src/schemas/desired.ts';

/** The beginning of a document with one account and one funding instrument, up to its campaigns. */
export const header = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments:
      credit: { id: hxtet }
    campaigns:
`;

/** A document with one campaign; the lines follow its name and funding instrument. */
export function withCampaign(...lines: readonly string[]): string {
  const body = ['name: Spring', 'funding_instrument: credit', ...lines];
  return `${header}      spring:\n${body.map((line) => `        ${line}\n`).join('')}`;
}

/** A resource by its address; throws for one that is not declared. */
export function resourceAt(document: DesiredDocument, address: string): DesiredResource {
  const found = document.resources.find((resource) => resource.address === address);
  if (found === undefined) throw new RangeError(`${address} is not declared`);
  return found;
}

/** The wire fields of the campaign that `withCampaign` declares. */
export function springFields(document: DesiredDocument): DesiredResource['fields'] {
  return resourceAt(document, 'acme-us/campaigns/spring').fields;
}
