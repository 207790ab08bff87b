import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { isIdOf, mapReferences, sameValue, type Value } from '../schemas/values.ts';

/** What an edited document is to say that the old one does not. */
export interface Expected {
  /** Live values by address and wire name. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** Addresses that are gone, with all beneath them. */
  readonly gone: ReadonlySet<string>;
  /** What the addresses of new members begin with, one for each. */
  readonly added: readonly string[];
}

/**
 * In what an edited document differs from what it is to say: one sentence for the first difference, `undefined` where
 * there is none. `idOf` gives the id of a resource by its address.
 */
export function unexpectedDifference(
  before: DesiredDocument,
  after: DesiredDocument,
  expected: Expected,
  idOf: (address: string) => string | undefined,
): string | undefined {
  const now = new Map(after.resources.map((resource) => [resource.address, resource]));
  for (const resource of before.resources) {
    const edited = now.get(resource.address);
    const isGone = expected.gone.has(resource.address);
    if (isGone !== (edited === undefined))
      return `${resource.address} would ${isGone ? 'still be declared' : 'go too'}`;
    if (edited === undefined) continue;
    const difference = resourceDifference(resource, edited, expected.fields.get(resource.address), idOf);
    if (difference !== undefined) return difference;
  }
  const known = new Set(before.resources.map(({ address }) => address));
  const added = after.resources.filter(({ address }) => !known.has(address));
  const strange = added.find(
    ({ address }) => !expected.added.some((beginning) => address.startsWith(beginning)),
  );
  if (strange !== undefined) return `${strange.address} would be declared too`;
  if (added.length !== expected.added.length) return 'not every new member would be declared';
  return sameText(besides(before), besides(after)) ? undefined : 'more than resources would change';
}

function resourceDifference(
  before: DesiredResource,
  after: DesiredResource,
  accepted: ReadonlyMap<string, Value> = new Map(),
  idOf: (address: string) => string | undefined,
): string | undefined {
  const resolve = (value: Value): Value | undefined =>
    mapReferences(value, (reference) =>
      isIdOf(reference) ? (idOf(reference.id_of) ?? reference) : reference,
    );
  const wires = new Set([...Object.keys(before.fields), ...Object.keys(after.fields), ...accepted.keys()]);
  for (const wire of wires) {
    const [old, edited, live] = [before.fields[wire], after.fields[wire], accepted.get(wire)];
    if (
      live === undefined ? sameValue(old, edited) : edited !== undefined && sameValue(resolve(edited), live)
    )
      continue;
    return live === undefined
      ? `${wire} of ${before.address} would change too`
      : `${wire} of ${before.address} would not be the live value`;
  }
  return sameText(rest(before), rest(after)) ? undefined : `more of ${before.address} would change`;
}

function rest({
  fields: _fields,
  source: _source,
  fieldSources: _places,
  ...others
}: DesiredResource): unknown {
  return others;
}

/** What a document says beside its resources, without places. */
function besides({ accounts, moved, removed, patterns, policy, files, places }: DesiredDocument): unknown {
  const lines = [moved, removed, patterns?.moved ?? [], patterns?.removed ?? []];
  return [accounts, lines.map((each) => each.map(withoutPlace)), policy, files, places];
}

function withoutPlace<Member extends { readonly source: unknown }>({ source: _source, ...others }: Member) {
  return others;
}

function sameText(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
