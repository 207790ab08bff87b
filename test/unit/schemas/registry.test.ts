import { expect, test } from 'vitest';
import type { Kind } from '../../../src/schemas/define-kind.ts';
import { documentSchema } from '../../../src/schemas/document.ts';
import { kinds } from '../../../src/schemas/kinds/index.ts';
import {
  allKinds,
  childKinds,
  depthOf,
  fieldByWire,
  isKindName,
  kindNamed,
  rootKind,
} from '../../../src/schemas/registry.ts';
import { plainText } from '../../../src/schemas/values.ts';
import { documentWith, exampleIn } from '../../support/kind-examples.ts';

const every = allKinds.map((kind) => [kind.name, kind] as const);
const wires = (kind: Kind): readonly string[] => Object.values(kind.fields).map(({ wire }) => wire);

test.each(every)('%s: its key is its name, and it can be found by it', (name, kind) => {
  expect(Object.entries(kinds).find(([, registered]) => registered.name === name)?.[0]).toBe(name);
  expect(kindNamed(name)).toBe(kind);
  expect(isKindName(name)).toBe(true);
});

test.each(['', 'Campaign', 'campaigns', 'constructor', '__proto__'])('%j is no kind', (name) => {
  expect(isKindName(name)).toBe(false);
  expect(() => kindNamed(name)).toThrow(new RangeError(`no kind ${name}`));
});

test.each(every)('%s: what stands in it is told apart, and from its fields', (name, kind) => {
  const inside = allKinds
    .filter(({ parent, externalUnder }) => parent === name || externalUnder === name)
    .map(({ section }) => section);
  const all = [...inside, ...Object.keys(kind.fields), 'id', 'lifecycle'];

  expect(new Set(all).size).toBe(all.length);
});

test('one kind stands at the top', () => {
  expect(allKinds.filter(({ parent }) => parent === undefined)).toEqual([rootKind]);
});

test.each(every)('%s: its parent exists and comes first', (name, kind) => {
  const names = allKinds.map((each) => each.name);
  const before = names.slice(0, names.indexOf(name));

  expect(before).toEqual(
    expect.arrayContaining([kind.parent, kind.externalUnder].filter((above) => above !== undefined)),
  );
  expect(depthOf(kind)).toBe(kind.parent === undefined ? 0 : depthOf(kindNamed(kind.parent)) + 1);
  expect(childKinds(name).every(({ parent }) => parent === name)).toBe(true);
});

test.each(every)('%s: its natural key is made of its fields and its parent', (_, kind) => {
  expect([...wires(kind), kind.parentField]).toEqual(expect.arrayContaining([...kind.naturalKey]));
  // What can be made must be recognised when the answer is lost.
  expect(kind.naturalKey.length > 0).toBe(kind.creatable);
});

test.each(every)('%s: wire names are told apart, and found again', (_, kind) => {
  expect(new Set(wires(kind)).size).toBe(wires(kind).length);
  for (const [document, field] of Object.entries(kind.fields)) {
    expect(fieldByWire(kind, field.wire)).toEqual({ ...field, document });
  }
  expect(fieldByWire(kind, 'no_such_field')).toBeUndefined();
  expect(wires(kind)).not.toEqual(expect.arrayContaining([kind.parentField]));
});

test.each(every)('%s: what is required, referred to, observed and activated exists', (_, kind) => {
  const names = allKinds.map(({ name }) => name);
  const required = Object.entries(kind.fields).filter(([, field]) => field.required === true);

  expect(Object.keys(kind.example)).toEqual(expect.arrayContaining(required.map(([name]) => name)));
  expect(required.every(([, field]) => field.default === undefined && field.nullable === undefined)).toBe(
    true,
  );
  const referred = Object.values(kind.fields).flatMap((field) => field.type.refersTo ?? []);
  expect(names).toEqual(expect.arrayContaining(referred));
  for (const observed of kind.observed) expect(wires(kind)).not.toContain(observed);
  const single = kind.updates?.onSingleRead ?? [];
  expect(wires(kind)).toEqual(expect.arrayContaining([...single]));
  const status = kind.spending === undefined ? [] : [kind.spending.activation.field];
  expect(wires(kind)).toEqual(expect.arrayContaining(status));
});

const everyField = allKinds.flatMap((kind) =>
  Object.entries(kind.fields).map(([name, field]) => [`${kind.name}.${name}`, field, kind, name] as const),
);

test.each(everyField)('%s is described in a sentence, and its default is in normal form', (_, field) => {
  const defaults = field.default === undefined ? [] : [field.default];

  expect(field.description).toMatch(/^[A-Z].*\.$/);
  expect(defaults.map((value) => field.type.document.parse(plainText(value)))).toEqual(defaults);
  expect(field.type.live.parse(null)).toBeNull();
});

test.each(every)('%s: its example stands in a document, and breaks no rule', (_, kind) => {
  const parsed = documentSchema.parse(documentWith(kind));
  const example = exampleIn(parsed, kind);

  expect(Object.keys(example).sort()).toEqual(Object.keys(kind.example).sort());
  expect(kind.check?.(example, undefined, () => [example]) ?? []).toEqual([]);
});

test.each(everyField)(
  '%s: what the platform gives back for the example is its normal form',
  (_, field, kind, name) => {
    const value = exampleIn(documentSchema.parse(documentWith(kind)), kind)[name];
    const declared = value === undefined || field.type.refersTo !== undefined ? [] : [value];

    expect(declared.map((each) => field.type.live.parse(each))).toEqual(declared);
    expect(declared.map((each) => field.type.show(each)).every((shown) => shown.length > 0)).toBe(true);
  },
);

test.each(every)('%s: its operations name the account and, where the record exists, its id', (_, kind) => {
  const { create, update, delete: remove, batch, list, read } = kind.operations;

  for (const path of [create?.path, update?.path, remove?.path, batch?.path, list?.path, read])
    expect(path ?? '/12/accounts/:account_id').toMatch(/^\/\d+\/(batch\/)?accounts\/:account_id/);
  // An account and what there is only one of have no id of their own.
  const alone = kind.parent === undefined || kind.form === 'only';
  expect((update?.path ?? '/:id').includes('/:id')).toBe(!alone || update === undefined);
  expect(remove?.path ?? '/:id').toMatch(/\/:id$/);
  expect(create === undefined).toBe(!kind.creatable);
  // A field that is updated in place needs an update, a record made anew needs a creation.
  const changes = new Set(Object.values(kind.fields).map(({ change }) => change));
  expect(changes.has('in-place') && update === undefined).toBe(false);
  expect(changes.has('replace') && create === undefined).toBe(false);
});

const withExamples = everyField.filter(([, { example }]) => example !== undefined);

test.each(withExamples)(
  '%s: its further example stands in a document, and breaks no rule',
  (_, field, kind, name) => {
    const { value, with: beside = {}, without = [] } = field.example ?? { value: '' };
    const left = Object.entries(kind.example).filter(([each]) => !without.includes(each));
    const own = { ...Object.fromEntries(left), ...beside, [name]: value };

    const example = exampleIn(documentSchema.parse(documentWith(kind, own)), kind);

    expect(Object.keys(example).sort()).toEqual(Object.keys(own).sort());
    expect(kind.check?.(example, undefined, () => [example]) ?? []).toEqual([]);
    expect(value).not.toEqual(kind.example[name]);
  },
);

test.each(everyField)('%s: an example of it is somewhere', (_, field, kind, name) => {
  expect([field.example?.value, kind.example[name]].some((value) => value !== undefined)).toBe(true);
});
