import { z } from 'zod';
import type { EndpointFacts, Spec } from '../../../src/client/endpoint-facts.ts';
import { membersOf, readSpec } from '../../../src/client/read-spec.ts';
import type { Draft } from '../../unit/sandbox/walk/draft.ts';

const methodSchema = z.custom<(input: unknown) => unknown>((value) => typeof value === 'function');
const object = z.record(z.string(), z.unknown());
const functionsAndObjects = z.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object');

/** The method of an endpoint, found by its name. */
export function methodNamed(client: object, name: string): (input: unknown) => unknown {
  const found = name.split('.').reduce<unknown>((at, part) => functionsAndObjects.parse(at)[part], client);
  return methodSchema.parse(found);
}

/** What a program would give the client for a call that the inventory's tests make. */
export function inputOf(
  { takes }: EndpointFacts,
  { path, query, body }: Draft,
): Readonly<Record<string, unknown>> {
  const specs = new Map(membersOf(takes).map(({ name, spec }) => [name, spec]));
  const texts = Object.entries({ ...path, ...query }).filter(([name]) => specs.has(name));
  const values = texts.map(([name, text]) => [name, typedValue(specs.get(name) ?? 'text', text)] as const);
  const given = Array.isArray(body) ? { body } : object.parse(body ?? {});
  return { ...Object.fromEntries(values), ...given };
}

/** The value that is sent as this text. */
function typedValue(spec: Spec, text: string): unknown {
  const type = readSpec(spec);
  if (type.is === 'list') return text.split(',');
  if (type.is !== 'word') return text;
  if (type.word === 'whole') return Number(text);
  return type.word === 'flag' ? text === 'true' : text;
}
