import type { Plain } from '../config/plain.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { allKinds, childKinds } from '../schemas/registry.ts';
import type { Outlining } from './document-fields.ts';
import type { Branch } from './tree.ts';

/** The most campaigns that may be active, before and after the platform has raised it (F-campaign-06). */
const usualActive = 200;
const raisedActive = '8000';

/** The limit that an account is known to have: with more active campaigns than usual, the raised one. */
export function limitsOf({ below }: Branch): readonly (readonly [string, Plain])[] {
  const active = below.filter(
    ({ kind: { spending }, record }) =>
      spending?.activation.limit === 'active_campaigns' &&
      record.fields[spending.activation.field] === spending.activation.active,
  );
  return active.length > usualActive ? [['limits', { active_campaigns: raisedActive }]] : [];
}

/** What an account has beside, and no list shows. */
export function notListed({ name }: Kind): readonly string[] {
  const sections = childKinds(name).flatMap(({ operations, section, import: taken }) =>
    operations.list === undefined && taken?.sameRecordsAs === undefined ? [section] : [],
  );
  return sections.length === 0 ? [] : [`Not imported, because no list shows them: ${sections.join(', ')}.`];
}

/** Why a record is not in the document. */
export function lossOf({ faults }: Outlining, { record }: Branch): string {
  const reasons = new Set((faults.get(record) ?? []).map(({ reason }) => reason));
  return `Not imported: ${record.id}, because ${[...reasons].join('; ')}.`;
}

/** Fields and sections that no answer shows. */
export function notReadable({ name, fields }: Kind): readonly string[] {
  const hidden = Object.entries(fields).flatMap(([field, { readable }]) =>
    readable === false ? [field] : [],
  );
  const unseen = allKinds.flatMap(({ parent, operations, section }) =>
    parent === name && operations.list === undefined && operations.read === undefined ? [section] : [],
  );
  const all = [...hidden, ...unseen];
  return all.length === 0 ? [] : [`What cannot be read back is not written here: ${all.join(', ')}.`];
}
