import { z } from 'zod';
import type { Example, Kind } from '../../../src/schemas/define-kind.ts';
import { allKinds, kindNamed } from '../../../src/schemas/registry.ts';
import { unsettableIn, variationsOf } from '../../laws/kinds/variations.ts';
import { lineageOf, type Parent, sectionOf } from '../../support/kind-examples.ts';

/** The kinds of which a document declares one, all by one user. */
type Declared = (kind: Kind) => boolean;

const list = z.array(z.unknown());

type Entry = Record<string, unknown>;

/** What the documents of a trial say, one after the other. */
const stages = ['first', 'changed', 'unset', 'gone'] as const;
type Stage = (typeof stages)[number];

/** The documents of a trial by what they say, in their order. */
export function documentsOfAll(declared: Declared): ReadonlyMap<Stage, object> {
  return new Map(stages.map((stage) => [stage, documentOfAll(declared, stage)]));
}

/**
 * A document with every chosen kind, each under parents of its own: with its example, with the fields that can be updated
 * changed, with those of them unset that can be, or nothing of all that.
 */
function documentOfAll(declared: Declared, stage: Stage): object {
  const acme: Entry = { id: '18ce54d4x5t' };
  const kinds = allKinds.filter((each) => each.parent !== undefined && declared(each));
  for (const kind of stage === 'gone' ? [] : kinds) {
    const { own, parent } = entryAt(kind, stage);
    Object.assign(acme, merged(acme, lineage(kind, named(kind, own, kind), parent)));
  }
  const policy = { undo_drift: 'allow', max_deletes: '100%', max_budget_factor: '1000' };
  return { version: '1', policy, accounts: { acme, 'acme-uk': { id: '18ce5uk0000' } } };
}

function entryAt(kind: Kind, stage: Stage): { readonly own: Example; readonly parent: Parent } {
  const [changed] = variationsOf(kind, ({ change }) => change === 'in-place');
  if (changed === undefined) return { own: kind.example, parent: {} };
  if (stage === 'first') return { own: kind.example, parent: changed.parent };
  const [unset] = stage === 'unset' ? unsettableIn(kind, changed) : [];
  return unset ?? changed;
}

/** The account around one resource. */
function lineage(kind: Kind, entry: Example, { with: beside = {}, without = [] }: Parent): Example {
  const above = lineageOf(kind).at(-2);
  const section = sectionOf(kind, { [keyOf(entry, kind)]: entry });
  if (above === undefined) return { [kind.section]: section };
  const usual = Object.entries({ ...above.example, ...kind.parentExample }).filter(
    ([name]) => !without.includes(name),
  );
  const around = { ...Object.fromEntries(usual), ...beside, [kind.section]: section };
  return upward(kindNamed(above.name), named(above, around, kind), kind);
}

function upward(kind: Kind, entry: Example, leaf: Kind): Example {
  const section = sectionOf(kind, { [keyOf(entry, leaf)]: entry });
  const above = lineageOf(kind).at(-2);
  if (above === undefined) return { [kind.section]: section };
  return upward(above, named(above, { ...above.example, [kind.section]: section }, leaf), leaf);
}

/** What exists already is declared once, whatever stands in it. */
function keyOf({ id }: Example, leaf: Kind): string {
  return typeof id === 'string' ? `is-${id}` : leaf.name;
}

/** Two of one name would be one. */
function named(kind: Kind, entry: Example, leaf: Kind): Example {
  const isNamed = kind.naturalKey.includes('name') && typeof entry['name'] === 'string';
  return isNamed ? { ...entry, name: `${String(entry['name'])} of ${leaf.name}` } : entry;
}

function merged(account: Entry, more: Example): Entry {
  return Object.fromEntries(
    Object.entries(more).map(([section, entries]) => [section, both(account[section], entries)]),
  );
}

function both(known: unknown, more: unknown): unknown {
  const [one, other] = [list.safeParse(known), list.safeParse(more)];
  if (one.success && other.success) return [...one.data, ...other.data];
  const isMap = typeof known === 'object' && known !== null && typeof more === 'object' && more !== null;
  return isMap ? { ...known, ...merged({ ...known }, { ...more }) } : more;
}
