import type { Candidate } from './candidates.ts';
import type { FieldName } from './places-of-fields.ts';

/** An edit, and the fields that it gives their value. */
export interface Choice {
  readonly candidate: Candidate;
  readonly fields: ReadonlySet<FieldName>;
}

/** What to write, and the fields that no edit serves without changing something else. */
export interface Choices {
  readonly chosen: readonly Choice[];
  readonly unserved: readonly FieldName[];
}

/**
 * For each field the first edit that changes nothing but fields that want exactly this edit. A place that several
 * fields share is changed only when all of them agree.
 */
export function chooseCandidates(wishes: ReadonlyMap<FieldName, readonly Candidate[]>): Choices {
  const servedBy = new Map<FieldName, Candidate>();
  const chosen: Choice[] = [];
  const unserved: FieldName[] = [];
  const agrees = (field: FieldName, { identity }: Candidate): boolean => {
    const wanted = wishes.get(field)?.some((other) => other.identity === identity) === true;
    return wanted && (servedBy.get(field)?.identity ?? identity) === identity;
  };
  for (const [field, candidates] of wishes) {
    if (servedBy.has(field)) continue;
    const candidate = candidates.find(
      (each) => each.others.size === 0 && [...each.fields].every((other) => agrees(other, each)),
    );
    if (candidate === undefined) {
      unserved.push(field);
      continue;
    }
    for (const other of [...candidate.fields, field]) servedBy.set(other, candidate);
    chosen.push({ candidate, fields: new Set([...candidate.fields, field]) });
  }
  return { chosen, unserved };
}

/** What else the edits of a field would change, in words. */
export function obstacles(field: FieldName, candidates: readonly Candidate[]): readonly string[] {
  const words = candidates.flatMap(({ fields, others }) => [
    ...others,
    ...[...fields].filter((other) => other !== field).map(inWords),
  ]);
  return [...new Set(words)];
}

function inWords(field: FieldName): string {
  const [address = '', name = ''] = field.split(' ');
  return `${name} of ${address}`;
}
