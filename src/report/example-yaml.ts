import type { Example, Kind } from '../schemas/define-kind.ts';
import { kindNamed } from '../schemas/registry.ts';

/** The example of a kind as a document writes it, in the entries that it stands in; ends with a line break. */
export function exampleYaml(kind: Kind): string {
  const entry = kind.parent === undefined ? fieldLines(kind.example) : entryWith(kind, sectionLines(kind));
  return [...nested('accounts', nested('acme-us', entry)), ''].join('\n');
}

/** A value as the document writes it on one line. */
export function flowYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowYaml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  const members = Object.entries(value).map(
    ([name, member]: [string, unknown]) => `${name}: ${flowYaml(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The lines of the account's entry around a section of the kind. */
function entryWith(kind: Kind, section: readonly string[]): readonly string[] {
  const parent = kindNamed(kind.parent ?? kind.name);
  if (parent.parent === undefined) return ['id: 18ce54d4x5t', ...section];
  const entry = [...fieldLines({ ...parent.example, ...kind.parentExample }), ...section];
  return entryWith(parent, nested(parent.section, nested(keyOf(parent), entry)));
}

function sectionLines(kind: Kind): readonly string[] {
  const { section, form, shorthand, example } = kind;
  if (form === 'only') return nested(section, fieldLines(example));
  if (form === 'set')
    return nested(section, [`- ${flowYaml(shorthand === undefined ? example : example[shorthand])}`]);
  return nested(section, nested(keyOf(kind), fieldLines(example)));
}

function nested(name: string, lines: readonly string[]): readonly string[] {
  return [`${name}:`, ...lines.map((line) => `  ${line}`)];
}

function fieldLines(example: Example): readonly string[] {
  return Object.entries(example).flatMap(([name, value]) => {
    const isLong = Array.isArray(value) && value.some((item) => typeof item === 'object');
    return isLong
      ? nested(
          name,
          value.map((item) => `- ${flowYaml(item)}`),
        )
      : [`${name}: ${flowYaml(value)}`];
  });
}

/** A key that says what it is: `my-card`. */
function keyOf({ name }: Kind): string {
  return `my-${name.split('_').at(-1) ?? name}`;
}

/** Plain where YAML reads it as what it is; in quotes otherwise. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  const isPlain = /^[\w.+][\w.+/:@ -]*$/.test(value) && !/: |:$| $|^null$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}
