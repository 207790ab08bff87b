import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { AcceptedField, AcceptedMember } from '../edit/group.ts';
import { isWithin, parentAddress } from '../schemas/address.ts';
import type { DesiredDocument, Source } from '../schemas/desired.ts';
import type { DriftedResource, DriftReport } from '../schemas/drift.ts';
import { fieldByWire, kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Value } from '../schemas/values.ts';
import { withArticle } from '../schemas/with-article.ts';
import { requireKnown } from './scope.ts';

interface Change {
  readonly address: string;
  readonly kind: string;
  readonly currency: string | null;
  readonly source: Source | null;
}

/** One thing that somebody changed on the platform. */
export type OutsideChange =
  | (Change & AcceptedField & { readonly type: 'field'; readonly applied: Value })
  /** The record is gone. */
  | (Change & { readonly type: 'gone' })
  /** A set has a member more. */
  | (Change & AcceptedMember & { readonly type: 'added' });

/**
 * The outside changes of a report, all or those named: an address stands for all beneath it too, `ADDRESS.field` for
 * one field. Throws ADSYNC_ADDRESS_UNKNOWN for what names nothing, ADSYNC_USAGE for a file and for a field that the
 * kind does not have.
 */
export function selectChanges(
  report: DriftReport,
  document: DesiredDocument,
  entries: readonly StateEntry[],
  named: readonly string[],
  cwd: string,
): readonly OutsideChange[] {
  const known = new Set([...entries, ...document.resources].map(({ address }) => address));
  const all = report.resources.flatMap((resource) =>
    known.has(resource.address) ? changesOf(resource) : [addedBy(resource)],
  );
  // What the document no longer declares is the next plan's business.
  if (named.length === 0) return all.filter(({ source }) => source !== null);
  const kinds = new Map([...entries, ...document.resources].map(({ address, kind }) => [address, kind]));
  const added = new Set(all.flatMap(({ type, address }) => (type === 'added' ? [address] : [])));
  const selectors = named.map((name) => selectorFor(name, kinds, added, document, entries, cwd));
  return all.filter((change) => selectors.some((selects) => selects(change)));
}

function changesOf(resource: DriftedResource): readonly OutsideChange[] {
  const { address, kind, currency, source, status, fields } = resource;
  const change = { address, kind, currency, source };
  if (status === 'missing') return [{ ...change, type: 'gone' }];
  return fields.map(({ path, applied, live }) => ({
    ...change,
    type: 'field',
    wire: path.slice(1),
    applied: applied ?? null,
    live: live ?? null,
  }));
}

/** What neither the state nor the document knows is a member of a set that somebody added. */
function addedBy({ address, kind, currency, source, fields }: DriftedResource): OutsideChange {
  const live = Object.fromEntries(fields.map(({ path, live }) => [path.slice(1), live ?? null]));
  return { type: 'added', address, kind, currency, source, parent: parentAddress(address) ?? address, live };
}

function selectorFor(
  name: string,
  kinds: ReadonlyMap<string, string>,
  added: ReadonlySet<string>,
  document: DesiredDocument,
  entries: readonly StateEntry[],
  cwd: string,
): (change: OutsideChange) => boolean {
  const at = name.lastIndexOf('.');
  const kind = kinds.get(name) === undefined ? kinds.get(name.slice(0, Math.max(0, at))) : undefined;
  if (kind !== undefined) {
    const wire = wireOf(kind, name.slice(at + 1));
    return (change) =>
      change.address === name.slice(0, at) && change.type === 'field' && change.wire === wire;
  }
  if (/\.ya?ml$/.test(name) && existsSync(resolve(cwd, name))) {
    throw new AdsyncError('ADSYNC_USAGE', `${name} is a file, and --accept takes addresses`, {
      remedy: `Name files before the option: adsync drift ${name} --accept`,
    });
  }
  if (!added.has(name)) requireKnown([name], document, entries);
  return ({ address }) => isWithin(address, name);
}

function wireOf(kindName: string, field: string): string {
  const kind = kindNamed(kindName);
  const known = Object.hasOwn(kind.fields, field) ? kind.fields[field] : undefined;
  if (known !== undefined) return known.wire;
  const near = nearest(fieldByWire(kind, field)?.document ?? field, Object.keys(kind.fields));
  throw new AdsyncError('ADSYNC_USAGE', `${withArticle(kind.title)} has no field ${field}`, {
    remedy: near === undefined ? `It has ${Object.keys(kind.fields).join(', ')}.` : `Did you mean ${near}?`,
  });
}
