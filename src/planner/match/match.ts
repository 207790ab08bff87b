import { withDeclaredAgain } from '../../schemas/declared-again.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../../schemas/desired.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { ownValue, sameValue, type Values } from '../../schemas/values.ts';
import { diff } from './diff.ts';
import { type Found, findLive, hasExpired, type Lookup } from './find-live.ts';
import type { LiveIndex } from './live-index.ts';
import { beginMatching, type Choices, type Matching, notePaired, wantedValues } from './match-state.ts';
import { inNeedOrder } from './need-order.ts';
import type { Ownership } from './ownership.ts';
import { consequenceOf } from './replacement.ts';
import { resumed } from './resume.ts';
import { undeclaredMembers } from './sets.ts';
import { type Creation, type FieldChange, nothingCompared, type Subject } from './subject.ts';
import { canDelete } from './write-mode.ts';

/**
 * Pairs what is declared with what the state remembers and what is live, parents before children, and says what
 * follows for each address; `now` is ISO 8601. Entries that the document no longer declares come last, and after them
 * live members that whole sets do not have.
 */
export function matchAll(
  document: DesiredDocument,
  ownership: Ownership,
  live: LiveIndex,
  choices: Choices,
  now: string,
): readonly Subject[] {
  const matching = beginMatching(document, ownership, live, choices, now);
  const matched = new Map<string, Subject>();
  const readdressed = new Set<string>();
  for (const resource of inNeedOrder(document.resources)) {
    const parent = resource.parent === undefined ? undefined : matched.get(resource.parent);
    const { subject, from } = matchDeclared(matching, resource, parent);
    notePaired(matching, subject);
    matched.set(resource.address, subject);
    if (from !== undefined) readdressed.add(from);
  }
  const places = new Map(document.resources.map(({ address }, index) => [address, index]));
  const declared = [...matched.values()].sort(
    (a, b) => Number(places.get(a.address)) - Number(places.get(b.address)),
  );
  const gone = ownership.inScope.filter(({ address }) => !matched.has(address) && !readdressed.has(address));
  const known = [
    ...declared,
    ...gone.map((entry) => matchUndeclared(matching, entry, false)),
    ...ownership.letGo.map((entry) => matchUndeclared(matching, entry, true)),
  ];
  return [...known, ...undeclaredMembers(matching, known)];
}

interface Matched {
  readonly subject: Subject;
  /** The address, declared no longer, whose entry it takes over. */
  readonly from: string | undefined;
}

function matchDeclared(matching: Matching, desired: DesiredResource, parent: Subject | undefined): Matched {
  const accountId = matching.accountIdOf(desired.accountKey);
  const lookup = lookupOf(matching, desired, accountId);
  const found = findLive(matching, lookup);
  const readdressed = found.verdict === 'exists' ? found.readdressed : undefined;
  const remembered = readdressed === undefined ? lookup.entry : { ...readdressed, address: desired.address };
  const entry = remembered === undefined ? undefined : withDeclaredAgain(remembered, desired.fields);
  const from = readdressed?.address;
  const { movedFrom } = matching.ownership;
  const declared = {
    address: desired.address,
    kind: lookup.kind,
    accountKey: desired.accountKey,
    accountId,
    desired,
    entry,
    wanted: withCleared(lookup, found.live),
    parent,
    movedFrom: from === undefined ? movedFrom.get(desired.address) : (movedFrom.get(from) ?? from),
    goneOutside: isGone(lookup.kind, entry, found),
    undeclaredMemberOf: undefined,
  };
  return { subject: resumed(judged(declared, found)), from };
}

/** What the platform unsets because of a declared value is wanted so: a bid that goes is a change to be told and asked. */
function withCleared({ kind, wanted }: Lookup, live: LiveRecord | undefined): Values {
  const cleared = (kind.updates?.cleared?.(wanted) ?? []).filter(
    (wire) => !(wire in wanted) && (live?.fields[wire] ?? null) !== null,
  );
  return { ...wanted, ...Object.fromEntries(cleared.map((wire) => [wire, null])) };
}

function lookupOf(matching: Matching, desired: DesiredResource, accountId: string): Lookup {
  const kind = kindNamed(desired.kind);
  const remembered = matching.entries.get(desired.address);
  const entry =
    remembered?.kind === kind.name && (desired.id === undefined || desired.id === remembered.id)
      ? remembered
      : undefined;
  return { kind, accountId, desired, entry, wanted: wantedValues(matching, desired) };
}

/** What is known of a declared resource before it is compared. */
type Declared = Omit<Creation, 'verdict' | 'live' | 'absence' | keyof typeof nothingCompared>;

/** What others deleted: what expired, or is there with its parent, or was to be made anew, was not deleted by others. */
function isGone(kind: Kind, entry: StateEntry | undefined, { verdict, live }: Found): boolean {
  if (entry === undefined || kind.form === 'only' || entry.toCarryOver !== undefined) return false;
  return verdict !== 'expired' && verdict !== 'ignored' && live?.id !== entry.id;
}

function judged(declared: Declared, found: Found): Subject {
  const { verdict, live } = found;
  const base = { ...declared, absence: undefined };
  if (verdict === 'ambiguous') return { ...base, ...nothingCompared, ...found };
  if (verdict === 'create' || verdict === 'absent') return { ...base, ...nothingCompared, verdict, live };
  if (verdict === 'expired' || verdict === 'ignored') {
    const fields = verdict === 'expired' ? changedSince(declared) : [];
    return { ...base, ...nothingCompared, verdict: 'unchanged', live, absence: verdict, fields };
  }
  if (live === undefined) return settingsOfNew(base);
  const { kind, wanted, entry, desired } = declared;
  const known = verdict === 'adopt' ? undefined : entry;
  const difference = diff(kind, wanted, live, known, desired.lifecycle.ignoreChanges);
  const consequence = consequenceOf(kind, wanted, live.fields, difference);
  const compared = { ...base, ...difference, replacing: consequence.replacing, live };
  return { ...compared, verdict: verdict === 'adopt' ? verdict : consequence.verdict };
}

/** Settings of a record that this plan creates: all that is declared is set after that. */
function settingsOfNew(base: Declared & { readonly absence: undefined }): Subject {
  const fields = Object.entries(base.wanted)
    .filter(([, after]) => after !== null)
    .map(([wire, after]) => ({ wire, after, before: null, ...fromConfig }));
  const verdict = fields.length > 0 ? 'update' : 'unchanged';
  return { ...base, ...nothingCompared, verdict, fields, live: undefined };
}

const fromConfig = { cause: 'config', applied: undefined } as const;

/** What the document says otherwise by now of something that expired; that is too late. */
function changedSince({ kind, wanted, entry }: Declared): readonly FieldChange[] {
  return Object.entries(wanted).flatMap(([wire, after]) => {
    const applied = ownValue(entry?.declared, wire);
    if (wire === kind.parentField || applied === undefined || sameValue(after, applied)) return [];
    return [{ wire, after, before: applied, cause: 'config', applied }];
  });
}

function matchUndeclared(matching: Matching, entry: StateEntry, letGo: boolean): Subject {
  const kind = kindNamed(entry.kind);
  const live = matching.live.byId(entry.accountId, entry.kind, entry.id);
  const isExpired = live === undefined && hasExpired(kind, entry, matching.now);
  const base = {
    address: entry.address,
    kind,
    accountKey: entry.accountKey,
    accountId: entry.accountId,
    desired: undefined,
    entry,
    wanted: {},
    ...nothingCompared,
    movedFrom: matching.ownership.movedFrom.get(entry.address),
    goneOutside: live === undefined && kind.form !== 'only' && !isExpired,
    undeclaredMemberOf: undefined,
    absence: isExpired ? 'expired' : undefined,
  } as const;
  return !letGo && entry.origin !== 'external' && live !== undefined && canDelete(kind, live.fields)
    ? { ...base, verdict: 'delete', live }
    : { ...base, verdict: 'forget', live };
}
