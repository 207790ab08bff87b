import type { WrittenParameter } from './written-parameters.ts';

/** How a parameter gets its value: by a field of the document, by adsync itself, or not at all and why. */
export type Place =
  | { readonly by: 'field'; readonly field: string }
  | { readonly by: 'adsync'; readonly how: string }
  | { readonly by: 'nothing'; readonly reason: string };

const batchForm = /^\[\](?:\.operation_type|\.params)?$/;

/** Where the value of a parameter comes from; `undefined` where nobody has said. */
export function placeOfParameter({ kind, name }: WrittenParameter): Place | undefined {
  const wire = name.replace(/^\[\]\.params\./, '');
  const field = Object.entries(kind.fields).find(([, each]) => each.wire === wire || each.sentAs === wire);
  if (field !== undefined) return { by: 'field', field: field[0] };
  if (wire === kind.parentField) return { by: 'adsync', how: 'the entry that it stands in' };
  if (batchForm.test(name)) return { by: 'adsync', how: 'the form of a list of operations' };
  if (wire === kind.operations.batch?.idParameter) return { by: 'adsync', how: 'the id of the record' };
  const reason = kind.withoutField?.[wire];
  return reason === undefined ? undefined : { by: 'nothing', reason };
}
