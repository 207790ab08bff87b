import type { Field } from '../schemas/define-field.ts';
import type { Value, Values } from '../schemas/values.ts';
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
 * Live values of a record that is replaced which the document does not declare: the new record is a copy, so that
 * nothing that people set is lost in silence. Digests of sensitive values cannot be sent.
 */
export function carriedValues(subject: Subject): Values {
  const { verdict, live, wanted } = subject;
  if (verdict !== 'replace') return {};
  const carried = fieldsOf(subject).flatMap(({ wire, sensitive }): readonly [string, Value][] => {
    const value = live?.fields[wire];
    return wire in wanted || sensitive === true || value === undefined || value === null
      ? []
      : [[wire, value]];
  });
  return Object.fromEntries(carried);
}

/** Live values of declared fields whose outside changes the document ignores, and which this plan does not change. */
export function valuesLeftAlone({ desired, wanted, fields, live }: Subject): Values {
  const changed = new Set(fields.map(({ wire }) => wire));
  const ignored = (desired?.lifecycle.ignoreChanges ?? []).flatMap((wire): readonly [string, Value][] => {
    const value = live?.fields[wire];
    return wire in wanted && !changed.has(wire) && value !== undefined ? [[wire, value]] : [];
  });
  return Object.fromEntries(ignored);
}

function fieldsOf({ kind }: Subject): readonly Field[] {
  return Object.values(kind.fields);
}
