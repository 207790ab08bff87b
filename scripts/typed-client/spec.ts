import type { Spec, SpecMembers, SpecVariants } from '../../src/client/endpoint-facts.ts';

/** A parameter of a call, or a field of a record. */
export interface Member {
  readonly name: string;
  readonly spec: Spec;
  readonly optional: boolean;
  /** For people: bounds, default, meaning; empty where nothing is known. */
  readonly doc: string;
}

/** True for a list. */
export function isListSpec(spec: Spec): spec is readonly [item: Spec, bounds?: string] {
  return Array.isArray(spec);
}

/** True for objects of several sorts. */
export function isVariants(spec: Spec): spec is SpecVariants {
  return typeof spec === 'object' && 'variantsBy' in spec;
}

/** True for an object of one sort. */
export function isMembers(spec: Spec): spec is SpecMembers {
  return typeof spec === 'object' && !isListSpec(spec) && !isVariants(spec);
}

/** The members as one type. */
export function membersSpec(members: readonly Member[]): SpecMembers {
  return Object.fromEntries(members.map(({ name, spec, optional }) => [optional ? `${name}?` : name, spec]));
}

/** Makes null a value of a type that is a word. */
export function orNull(spec: Spec): Spec {
  if (typeof spec === 'string') return spec.endsWith(' or null') ? spec : `${spec} or null`;
  return isListSpec(spec) ? [spec[0], `${spec[1] ?? ''} or null`.trim()] : spec;
}
