import type { Field } from '../../../src/schemas/define-field.ts';
import type { Example, Kind } from '../../../src/schemas/define-kind.ts';
import { documentSchema } from '../../../src/schemas/document.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { documentWith, exampleIn, type Parent } from '../../support/kind-examples.ts';

/** The example of a kind with other values of some fields, all of which go together. */
export interface Variation {
  /** Document names of the fields that have another value. */
  readonly fields: readonly string[];
  readonly own: Example;
  readonly parent: Parent;
}

/** The kind's example with the further example of one field. */
export function variationOf(kind: Kind, name: string, from: Example = kind.example): Variation {
  const { value, with: beside = {}, without = [], parent = {} } = kind.fields[name]?.example ?? { value: '' };
  // What is live stays live when it is only left out.
  const left = Object.entries({ ...from, ...beside, [name]: value })
    .filter(([each]) => !without.includes(each) || kind.fields[each]?.nullable === true)
    .map(([each, own]) => [each, without.includes(each) ? null : own] as const);
  return { fields: [name], own: Object.fromEntries(left), parent };
}

/** The further examples of the fields that `wanted` chooses, in as few groups as go together. */
export function variationsOf(kind: Kind, wanted: (field: Field) => boolean): readonly Variation[] {
  const groups: Variation[] = [];
  for (const [name, field] of Object.entries(kind.fields)) {
    if (!wanted(field) || field.example === undefined) continue;
    const at = groups.findIndex((group) => goesWith(kind, group, name));
    const group = groups[at] ?? { fields: [], own: kind.example, parent: {} };
    const { own, parent } = variationOf(kind, name, group.own);
    groups[at === -1 ? groups.length : at] = { fields: [...group.fields, name], own, parent };
  }
  return groups;
}

/** The fields of a variation that can be unset, in as few groups as can be unset together. */
export function unsettableIn(kind: Kind, variation: Variation): readonly Variation[] {
  const groups: Variation[] = [];
  for (const [name, value] of Object.entries(variation.own)) {
    if (kind.fields[name]?.nullable !== true || value === null) continue;
    const without = (group: Variation): Variation => ({
      ...group,
      fields: [...group.fields, name],
      own: { ...group.own, [name]: null },
    });
    const at = groups.findIndex((group) => isSound(kind, without(group)));
    const alone = without({ ...variation, fields: [] });
    const group = groups[at];
    if (group !== undefined) groups[at] = without(group);
    else if (isSound(kind, alone)) groups.push(alone);
  }
  return groups;
}

function goesWith(kind: Kind, group: Variation, name: string): boolean {
  const added = variationOf(kind, name, group.own);
  const isKept = group.fields.every((each) => added.own[each] === group.own[each]);
  const sameParent = JSON.stringify(added.parent) === JSON.stringify(group.parent);
  return isKept && sameParent && isSound(kind, added);
}

/** True where the values stand in a document and break no rule of their kind. */
function isSound(kind: Kind, { own, parent }: Variation): boolean {
  const parsed = documentSchema.safeParse(documentWith(kind, own, parent));
  if (!parsed.success) return false;
  const declared = exampleIn(parsed.data, kind);
  const above = kind.parent === undefined ? undefined : exampleIn(parsed.data, kindNamed(kind.parent));
  const stands = Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== null));
  const findings = [
    ...(kind.check?.(declared, above, () => [declared]) ?? []),
    ...(kind.checkRecord?.(stands) ?? []),
  ];
  return findings.length === 0;
}
