import { entryOf } from '../config/located.ts';
import { type Plain, toPlain } from '../config/plain.ts';
import { sourceOf } from '../config/problem-list.ts';
import { printable } from '../diagnostics/display-text.ts';
import type { Field } from '../schemas/define-field.ts';
import type { Source } from '../schemas/desired.ts';
import { fieldByWire } from '../schemas/registry.ts';
import { type Candidate, candidatesFor, type Written } from './candidates.ts';
import { type Choice, chooseCandidates, obstacles } from './choose.ts';
import { documentValue, type KnownIds } from './document-value.ts';
import {
  type AcceptedField,
  type Group,
  type NamedField,
  type Refusal,
  type Sorted,
  undeclared,
} from './group.ts';
import { matrixGroups } from './matrix-groups.ts';
import { fieldName, writtenEntry } from './places-of-fields.ts';

interface Wish {
  readonly accepted: NamedField;
  readonly plain: Plain;
  readonly candidates: readonly Candidate[];
}

/** The edits that make fields say their live values, each at the place that changes nothing else. */
export function fieldGroups(
  written: Written,
  fields: readonly AcceptedField[],
  knownIds: (accountKey: string) => KnownIds,
): Sorted {
  const wishes = new Map<string, Wish>();
  const refused: Refusal[] = [];
  for (const accepted of fields) {
    const wish = wishFor(written, accepted, knownIds);
    if ('reason' in wish) refused.push(wish);
    else wishes.set(fieldName(accepted.address, wish.accepted.field), wish);
  }
  const { chosen, unserved } = chooseCandidates(
    new Map(Array.from(wishes, ([name, { candidates }]) => [name, candidates])),
  );
  const open = unserved.flatMap((name) => wishes.get(name) ?? []);
  const { groups, left } = matrixGroups(
    written,
    open.map(({ accepted, plain }) => ({ accepted, plain })),
  );
  for (const wish of open) {
    const { address, field } = wish.accepted;
    if (left.has(wish.accepted)) refused.push(sharedRefusal(written, fieldName(address, field), wish));
  }
  return { groups: [...chosen.map((choice) => groupOf(choice, wishes)), ...groups], refused };
}

function wishFor(
  written: Written,
  accepted: AcceptedField,
  knownIds: (accountKey: string) => KnownIds,
): Wish | Refusal {
  const entry = written.uses.entries.get(accepted.address);
  const field = entry === undefined ? undefined : fieldByWire(entry.kind, accepted.wire);
  if (entry === undefined || field === undefined) return undeclared(accepted.address, field?.document);
  const located = entryOf(entry.body, field.document)?.value;
  const old = located === undefined ? undefined : toPlain(located);
  // Of what is sensitive only a digest is known.
  const plain =
    field.sensitive === true
      ? undefined
      : documentValue(field, accepted.live, old, knownIds(entry.accountKey));
  if (plain === undefined) return unsayable(accepted, field, sourceOf(located ?? entry.place));
  return {
    accepted: { ...accepted, field: field.document },
    plain,
    candidates: candidatesFor(written, { entry, field: field.document, plain }),
  };
}

function groupOf({ candidate, fields }: Choice, wishes: ReadonlyMap<string, Wish>): Group {
  const served = [...fields].flatMap((name) => wishes.get(name)?.accepted ?? []);
  return { edit: candidate.edit, fields: served, gone: [], added: [], at: sourceOf(candidate.at) };
}

function unsayable(
  { address, live }: AcceptedField,
  field: Field & { readonly document: string },
  at: Source,
): Refusal {
  const remedy =
    field.required === true
      ? 'Change it on the platform, or let the next apply set the declared value.'
      : `Take ${field.document} out of the document to leave it alone, or let the next apply set the declared value.`;
  return { address, field: field.document, at, reason: whyUnsayable(field, live), remedy };
}

function whyUnsayable(field: Field, live: AcceptedField['live']): string {
  if (field.sensitive === true) return 'its live value is sensitive and not shown';
  if (live === null) return 'it has no live value, and null cannot be written for it';
  const shown = printable(field.type.show(live));
  const short = shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
  return `the document has no way to say the live value ${short}`;
}

function sharedRefusal({ uses }: Written, name: string, { accepted, candidates }: Wish): Refusal {
  const { address, field } = accepted;
  const entry = uses.entries.get(address);
  const [nearest] = candidates;
  const others = obstacles(name, candidates);
  const shown = `${others.slice(0, 3).join(', ')}${others.length > 3 ? ` and ${others.length - 3} more` : ''}`;
  const isOneOfMany = entry !== undefined && writtenEntry(entry)?.combination !== undefined;
  return {
    address,
    field,
    at: nearest === undefined ? entry && sourceOf(entry.place) : sourceOf(nearest.at),
    reason:
      nearest === undefined
        ? 'its entry comes from a variable or from outside of the files'
        : `what stands there is also the value of ${shown}`,
    remedy: isOneOfMany
      ? 'Exclude this combination of the matrix, and write it as an entry of its own.'
      : 'Write the values out where they differ, or accept the same change for all of them.',
  };
}
