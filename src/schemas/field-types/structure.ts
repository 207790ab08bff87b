import { z } from 'zod';
import type { FieldType, Members } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { isIdOf, isList, plainText, type Value, type Values } from '../values.ts';

export type { Members } from '../define-field.ts';

/** A map with the given members; its normal form has the platform's names, without what is not said. */
export function record(title: string, members: Members): FieldType {
  return defineFieldType({
    name: title,
    document: () => documentOf(members).transform((value) => normalOf(members, value)),
    live: () => liveOf(members).nullable(),
    show: showFlow,
    refersTo: refersToOf([members]),
    structure: [{ members }],
  });
}

/** A map that is one of several sorts, told apart by the member `tag`. */
export function variants(title: string, tag: string, sorts: Readonly<Record<string, Members>>): FieldType {
  const document = () => {
    const [first, ...others] = Object.entries(sorts).map(([name, members]) =>
      z.strictObject({ [tag]: z.literal(name), ...shapeOf(members) }),
    );
    if (first === undefined) throw new RangeError(`${title} has no sorts`);
    return z
      .discriminatedUnion(tag, [first, ...others])
      .transform((value) => withTag(value, (members) => normalOf(members, value)));
  };
  const tagged = z.looseObject({ [tag]: z.string() });
  const sortOf = (value: unknown): readonly [string, Members] | undefined => {
    const parsed = tagged.safeParse(value);
    return Object.entries(sorts).find(([name]) => name === parsed.data?.[tag]);
  };
  const withTag = (value: unknown, normal: (members: Members) => Values): Value => {
    const sort = sortOf(value);
    return sort === undefined ? null : { [tag]: sort[0], ...normal(sort[1]) };
  };
  const live = () =>
    z.unknown().transform((value, context): Value => {
      const sort = sortOf(value);
      // A sort that adsync does not know is live all the same: it is shown as it is.
      if (sort === undefined) return z.json().catch(null).parse(value);
      const parsed = liveOf(sort[1]).safeParse(value);
      if (parsed.success) return withTag(value, () => parsed.data);
      for (const issue of parsed.error.issues)
        context.issues.push({ code: 'custom', message: issue.message, input: value });
      return z.NEVER;
    });
  return defineFieldType({
    name: title,
    document,
    live,
    show: showFlow,
    refersTo: refersToOf(Object.values(sorts)),
    structure: Object.entries(sorts).map(([name, members]) => ({ sort: `${tag}: ${name}`, members })),
  });
}

/** A list whose order counts. */
export function list(
  item: FieldType,
  { min, max }: { readonly min: number; readonly max: number },
): FieldType {
  return defineFieldType({
    name: `list of ${min === max ? min : `${min} to ${max}`}: ${item.name}`,
    document: () => z.array(item.document).min(min).max(max),
    live: () => z.array(item.live).nullable(),
    show: showFlow,
    ...(item.refersTo === undefined ? {} : { refersTo: item.refersTo }),
    ...(item.structure === undefined ? {} : { structure: item.structure }),
  });
}

/** A type that holds values of its own kind; `type` is called when a value is read. */
export function recursive(name: string, refersTo: readonly string[], type: () => FieldType): FieldType {
  return defineFieldType({
    name,
    document: () => z.lazy(() => type().document),
    live: () => z.lazy(() => type().live),
    show: showFlow,
    refersTo,
  });
}

function shapeOf(members: Members): Record<string, z.ZodType<Value | undefined>> {
  return Object.fromEntries(
    Object.entries(members).map(([name, { type, required, description }]) => [
      name,
      (required === true ? type.document : type.document.optional()).meta({ description }),
    ]),
  );
}

function documentOf(members: Members) {
  return z.strictObject(shapeOf(members));
}

function normalOf(members: Members, value: Readonly<Record<string, Value | undefined>>): Values {
  const pairs = Object.entries(members).flatMap(([name, { wire = name, default: standard }]) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const settled = given ?? standard;
    return settled === undefined ? [] : [[wire, settled] as const];
  });
  return Object.fromEntries(pairs);
}

function liveOf(members: Members): z.ZodType<Values> {
  const shape = Object.fromEntries(
    Object.entries(members).map(([name, { type, wire = name }]) => [wire, type.live.nullish()]),
  );
  return z.object(shape).transform((value) => {
    const byName = Object.entries(members).map(
      ([name, { wire = name }]) => [name, value[wire] ?? undefined] as const,
    );
    return normalOf(members, Object.fromEntries(byName));
  });
}

function refersToOf(all: readonly Members[]): readonly string[] {
  return [
    ...new Set(all.flatMap((members) => Object.values(members).flatMap(({ type }) => type.refersTo ?? []))),
  ];
}

/** A structure on one line as the document would write it: `{ type: MEDIA, media_key: 13_1 }`. */
function showFlow(value: Value): string {
  if (isIdOf(value)) return value.id_of;
  if (typeof value !== 'object' || value === null) return plainText(value);
  if (isList(value)) return `[${value.map(showFlow).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]: [string, Value]) => `${name}: ${showFlow(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
