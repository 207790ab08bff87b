import { z } from 'zod';
import type { Kind } from '../schemas/define-kind.ts';
import { documentJsonSchema } from '../schemas/json-schema.ts';
import { childKinds, kindNamed } from '../schemas/registry.ts';

/** A key of the document that is neither a kind nor a field of one, such as `policy` or `lifecycle`. */
export interface DocumentWord {
  readonly description: string;
  /** What may stand below it, with descriptions; empty where it is a value. */
  readonly members: ReadonlyMap<string, string>;
}

/** What is used of a JSON Schema. */
const nodeSchema = z.looseObject({
  description: z.string().default(''),
  properties: z.record(z.string(), z.unknown()).default({}),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
  $ref: z.string().optional(),
});
const documentNode = z.object({ definitions: z.record(z.string(), z.unknown()) });

/** Finds the keys of an entry of a kind that are no fields and no sections. `undefined`: the kind has no such key. */
export function wordOfKind(kind: Kind, path: readonly string[]): DocumentWord | undefined {
  return wordAt([...sectionPath(kind), ...path]);
}

/** The names of the keys of an entry of a kind, fields and sections left out. */
export function wordsOfKind(kind: Kind): readonly string[] {
  const others = new Set([
    ...Object.keys(kind.fields),
    ...childKinds(kind.name).map(({ section }) => section),
  ]);
  return [...(wordOfKind(kind, [])?.members.keys() ?? [])].filter((name) => !others.has(name));
}

/** The same for keys at the top of the document. */
export function wordAt(path: readonly string[]): DocumentWord | undefined {
  let node = definition('Document');
  for (const step of path) {
    node = membersOf(node).get(step);
    if (node === undefined) return undefined;
  }
  const members = [...membersOf(node)].map(([name, member]) => [name, descriptionOf(member)] as const);
  return { description: descriptionOf(node), members: new Map(members) };
}

let definitions: Readonly<Record<string, unknown>> | undefined;

/** A part of the document's schema by its name; the schema takes a while to write. */
function definition(name: string): unknown {
  definitions ??= documentNode.parse(documentJsonSchema()).definitions;
  return definitions[name];
}

function sectionPath({ parent, section }: Kind): readonly string[] {
  return parent === undefined ? [section] : [...sectionPath(kindNamed(parent)), section];
}

/** Through lists, maps by key, and alternatives: what a person writes below is the same. */
function membersOf(node: unknown): ReadonlyMap<string, unknown> {
  const parsed = nodeSchema.safeParse(node);
  if (!parsed.success) return new Map();
  const { properties, additionalProperties, items, anyOf, oneOf, allOf, $ref } = parsed.data;
  const named = $ref === undefined ? undefined : definition($ref.replace('#/definitions/', ''));
  const inner = [additionalProperties, items, named, ...anyOf, ...oneOf, ...allOf].flatMap((each) => [
    ...membersOf(each),
  ]);
  return new Map([...Object.entries(properties), ...inner]);
}

function descriptionOf(node: unknown): string {
  return nodeSchema.parse(node).description;
}
