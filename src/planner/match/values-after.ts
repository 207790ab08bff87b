import type { Field } from '../../schemas/define-field.ts';
import { spendingLevel } from '../../schemas/raises-spending.ts';
import { sameValue, type Value, type Values } from '../../schemas/values.ts';
import { byDocumentName } from './by-document-name.ts';
import type { Subject } from './subject.ts';

/**
 * All values that a record has once the plan is carried out, by wire name, as far as they are known: for a new record
 * those of its creation, otherwise the live values with the changes over them.
 */
export function valuesAfter(subject: Subject): Values {
  const { verdict, live, wanted, fields } = subject;
  if (verdict === 'create' || verdict === 'replace') return valuesAtCreation(subject);
  const changed = fields.map(({ wire, after }) => [wire, after] as const);
  return { ...wanted, ...live?.fields, ...Object.fromEntries(changed) };
}

/**
 * All values that a new record gets: what is declared, what a replacement carries over from the live record, and the
 * kind's defaults for what neither gives.
 */
export function valuesAtCreation(subject: Subject): Values {
  const defaults = fieldsOf(subject).flatMap((field) =>
    field.default === undefined ? [] : [[field.wire, field.default] as const],
  );
  const values = {
    ...Object.fromEntries(defaults),
    ...carriedValues(subject),
    ...subject.wanted,
    ...valuesLeftAlone(subject),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/**
 * Values of a record that is replaced, or was deleted for that by an earlier run, which the document does not declare:
 * the new record is a copy, so that nothing that people set is lost in silence. What the platform chose by another field,
 * such as the goal by the objective, is left out where that field changes. What does not go with the declared values, or
 * with those of what the record stands in, is left out too, unless it bounds spending: then the plan breaks a rule, and is refused.
 */
export function carriedValues(subject: Subject): Values {
  const known = carriedBySubject.get(subject) ?? carriedInto(subject);
  carriedBySubject.set(subject, known);
  return known;
}

/** Guards, figures and operations ask for the same values many times. */
const carriedBySubject = new WeakMap<Subject, Values>();

function carriedInto(subject: Subject): Values {
  const { kind, wanted, parent } = subject;
  const above = parent && byDocumentName(parent.kind, valuesAfter(parent));
  const sendable = undeclaredValues(subject).filter(
    ([field, value]) => canBeSent(field, value) && !isChosenAnew(subject, field),
  );
  const isBound = ([{ wire }]: UndeclaredValue): boolean => spendingLevel(kind, wire, null) !== undefined;
  const faults = (fields: readonly UndeclaredValue[]): number =>
    kind.check?.(byDocumentName(kind, { ...asValues(fields), ...wanted }), above, () => []).length ?? 0;
  const bounds = sendable.filter(isBound);
  // Some values only go together, so that all are tried at once before each is tried alone.
  let carried = faults(sendable) > faults(bounds) ? bounds : sendable;
  for (const other of sendable.filter((each) => !carried.includes(each))) {
    const more = carried.concat([other]);
    if (faults(more) <= faults(carried)) carried = more;
  }
  return asValues(carried);
}

/** Live values of a record that is replaced which the new record is not given; the platform decides on them anew. */
export function lostValues(subject: Subject): Values {
  const carried = carriedValues(subject);
  return asValues(undeclaredValues(subject).filter(([{ wire }]) => !(wire in carried)));
}

function asValues(fields: readonly UndeclaredValue[]): Values {
  return Object.fromEntries(fields.map(([{ wire }, value]) => [wire, value]));
}

type UndeclaredValue = readonly [Field, Value];

function undeclaredValues(subject: Subject): readonly UndeclaredValue[] {
  const { wanted } = subject;
  const values = replacedValues(subject);
  return fieldsOf(subject).flatMap((field): readonly UndeclaredValue[] => {
    const value = values[field.wire];
    return field.wire in wanted || value === undefined || value === null ? [] : [[field, value]];
  });
}

/** The values of the record in whose place a new one comes; none where none does. */
function replacedValues({ verdict, live, entry }: Subject): Values {
  return verdict === 'replace' ? live.fields : { ...entry?.toCarryOver };
}

/** True for what a document could declare: the platform answers values that it takes from nobody, and digests are none. */
function canBeSent({ type, sensitive }: Field, value: Value): boolean {
  const isDeclarable = [value, type.show(value)].some((form) => {
    const parsed = type.document.safeParse(form);
    return parsed.success && sameValue(parsed.data, value);
  });
  return sensitive !== true && isDeclarable;
}

/** True for what the platform chose by another field that the document changes: a new record made from nothing has its own. */
function isChosenAnew({ verdict, wanted, live }: Subject, { chosenBy }: Field): boolean {
  // What an earlier run left to be carried over was chosen by then.
  if (verdict === 'create') return false;
  const liveValue = (wire: string): Value => live?.fields[wire] ?? null;
  if (chosenBy?.unlessSet !== undefined && liveValue(chosenBy.unlessSet) !== null) return false;
  return [...new Set(chosenBy?.wires)].some((wire) => {
    const value = wanted[wire];
    return value !== undefined && !sameValue(value, liveValue(wire));
  });
}

/** Values of declared fields whose outside changes the document ignores, and which this plan does not change. */
export function valuesLeftAlone(subject: Subject): Values {
  const { desired, wanted, fields, live } = subject;
  const left = live?.fields ?? replacedValues(subject);
  const changed = new Set(fields.map(({ wire }) => wire));
  const ignored = [...new Set(desired?.lifecycle.ignoreChanges)].flatMap(
    (wire): readonly [string, Value][] => {
      const value = left[wire];
      return wire in wanted && !changed.has(wire) && value !== undefined ? [[wire, value]] : [];
    },
  );
  return Object.fromEntries(ignored);
}

function fieldsOf({ kind }: Subject): readonly Field[] {
  return Object.values(kind.fields);
}
