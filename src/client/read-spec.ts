import type { Spec, SpecMembers, SpecVariants } from './endpoint-facts.ts';

/** A type of a value, taken apart. */
export type ValueType = (
  | { readonly is: 'word'; readonly word: string }
  | { readonly is: 'choice'; readonly choices: readonly string[] }
  | { readonly is: 'list'; readonly item: Spec }
  | { readonly is: 'object'; readonly members: readonly MemberType[] }
  | { readonly is: 'variants'; readonly by: string; readonly variants: SpecVariants['variants'] }
) & {
  readonly min?: number;
  readonly max?: number;
  readonly nullable: boolean;
};

/** A member of an object. */
export interface MemberType {
  readonly name: string;
  readonly spec: Spec;
  readonly optional: boolean;
}

/** Takes a specification of the table apart. */
export function readSpec(spec: Spec): ValueType {
  if (typeof spec === 'string') {
    const { word, ...bounds } = readWord(spec);
    return word.startsWith('=')
      ? { is: 'choice', choices: word.slice(1).split(','), ...bounds }
      : { is: 'word', word, ...bounds };
  }
  if (isList(spec)) {
    const { word: _none, ...bounds } = readWord(spec[1] ?? '');
    return { is: 'list', item: spec[0], ...bounds };
  }
  if (isVariants(spec))
    return { is: 'variants', by: spec.variantsBy, variants: spec.variants, nullable: false };
  return { is: 'object', members: membersOf(spec), nullable: false };
}

/** The members of an object. */
export function membersOf(members: SpecMembers): readonly MemberType[] {
  return Object.entries(members).map(([name, spec]) => ({
    name: name.replace(/\?$/, ''),
    spec,
    optional: name.endsWith('?'),
  }));
}

function isList(spec: Spec): spec is readonly [item: Spec, bounds?: string] {
  return Array.isArray(spec);
}

function isVariants(spec: SpecMembers | SpecVariants): spec is SpecVariants {
  return 'variantsBy' in spec;
}

const written = /^(?<word>.*?) ?(?:(?<min>\d*)\.\.(?<max>\d*))?(?<nullable> ?or null)?$/;

function readWord(text: string) {
  const { word = '', min = '', max = '', nullable } = written.exec(text)?.groups ?? {};
  return {
    word,
    nullable: nullable !== undefined,
    ...(min !== '' && { min: Number(min) }),
    ...(max !== '' && { max: Number(max) }),
  };
}
