import type { DesiredResource } from '../../src/schemas/desired.ts';
import type { Values } from '../../src/schemas/values.ts';

/** A resource of the account `acme`; a line item gives its targeting, whatever stands in it. */
export function setResource(
  { address, kind, parent }: Pick<DesiredResource, 'address' | 'kind'> & { readonly parent: string },
  fields: Values,
  { allowReplace }: { readonly allowReplace: boolean },
): DesiredResource {
  return {
    address,
    kind,
    accountKey: 'acme',
    parent,
    id: undefined,
    fields,
    lifecycle: { preventDestroy: false, adopt: false, allowReplace, ignoreChanges: [] },
    sets: kind === 'line_item' ? ['targeting_criterion'] : [],
    source: { file: 'campaigns.yaml', line: 1, column: 1 },
    home: { file: 'campaigns.yaml' },
    fieldSources: {},
  };
}
