import type { DesiredResource } from '../../schemas/desired.ts';
import { referencesIn } from '../../schemas/values.ts';

/**
 * Resources with what they stand in and refer to before them, otherwise in the given order: files merge in any order,
 * and whether a referred resource stays has to be known before what refers to it is compared.
 */
export function inNeedOrder(resources: readonly DesiredResource[]): readonly DesiredResource[] {
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const ordered = new Set<DesiredResource>();
  const begun = new Set<DesiredResource>();
  const visit = (resource: DesiredResource | undefined): void => {
    if (resource === undefined || begun.has(resource)) return;
    begun.add(resource);
    if (resource.parent !== undefined) visit(byAddress.get(resource.parent));
    for (const reference of Object.values(resource.fields).flatMap(referencesIn))
      visit(byAddress.get(reference.id_of));
    ordered.add(resource);
  };
  for (const resource of resources) visit(resource);
  return [...ordered];
}
