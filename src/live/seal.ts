import { createHmac } from 'node:crypto';
import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { allKinds } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { type Digest, isDigest, ownValue, plainText, type Value, type Values } from '../schemas/values.ts';

/** Gives the digest that stands for a sensitive value. */
export type Seal = (value: Value) => Digest;

/** A seal with a key, 32 bytes: equal values have equal digests, and nobody without the key can try values out. */
export function createSeal(key: Uint8Array): Seal {
  return (value) => {
    const digest = createHmac('sha256', key).update(plainText(value)).digest('hex');
    return { digest: `hmac-sha256:${digest}` };
  };
}

/** Gives the value that a document declares for a sensitive field, by address and wire name. */
export type Reveal = (address: string, wire: string) => Value | undefined;

/** The document with digests in place of its sensitive values, and the way back to those. A null stays one. */
export function sealDocument(
  document: DesiredDocument,
  seal: Seal,
): { readonly document: DesiredDocument; readonly reveal: Reveal } {
  const sensitive = new Map(allKinds.map((kind) => [kind.name, sensitiveWires(kind)]));
  const plain = new Map<string, Values>();
  const resources = document.resources.map((resource): DesiredResource => {
    const wires = sensitive.get(resource.kind) ?? [];
    if (wires.length === 0) return resource;
    plain.set(resource.address, resource.fields);
    return { ...resource, fields: sealFields(resource.fields, wires, seal) };
  });
  return {
    document: { ...document, resources },
    reveal: (address, wire) => ownValue(plain.get(address), wire),
  };
}

/** The fields with digests in place of those named, and without them where there is no seal. */
export function sealFields(fields: Values, wires: readonly string[], seal: Seal | undefined): Values {
  if (wires.length === 0) return fields;
  const pairs = Object.entries(fields).flatMap(([wire, value]): [string, Value][] => {
    if (value === null || !wires.includes(wire)) return [[wire, value]];
    return seal === undefined ? [] : [[wire, seal(value)]];
  });
  return Object.fromEntries(pairs);
}

/** The fields of a kind whose values are shown and kept nowhere. */
export function sensitiveWires(kind: Kind): readonly string[] {
  return Object.values(kind.fields)
    .filter(({ sensitive }) => sensitive === true)
    .map(({ wire }) => wire);
}

/** The entry without its digests, for a state that has another key than they were made with. */
export function withoutDigests(entry: StateEntry): StateEntry {
  return { ...entry, declared: openOf(entry.declared), answered: openOf(entry.answered) };
}

function openOf(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isDigest(value)));
}
