import { isWithinAny } from '../../schemas/address.ts';
import { formatMoney } from '../../schemas/micro-units.ts';
import type { Violation } from '../../schemas/plan.ts';
import { raisesSpending } from '../../schemas/raises-spending.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import { plainText } from '../../schemas/values.ts';
import { mayAdopt } from '../consents.ts';
import { naturalKeyOf } from '../live-index.ts';
import { type FieldChange, parentOf, type Subject } from '../subject.ts';
import { type GuardInput, violation } from './guard.ts';

/** Nobody's campaign is taken over in passing (contract, section 2). */
export function adoption({ subjects, consents }: GuardInput): readonly Violation[] {
  const unagreed = subjects.filter(
    ({ verdict, desired, address }) =>
      verdict === 'adopt' && desired?.lifecycle.adopt !== true && !mayAdopt(consents, address),
  );
  return unagreed.map(({ address, kind, live }) =>
    violation(
      'adopt',
      address,
      `a ${kind.title} with this name exists already (${plainText(live?.id)}) and is not managed by adsync`,
      `Take it over with --adopt ${address}, or give the declared one another name.`,
      { override: `--adopt ${address}` },
    ),
  );
}

/** Several live records fit, or none has the id that was chosen: the user chooses. */
export function ambiguity({ subjects, consents }: GuardInput): readonly Violation[] {
  return subjects
    .filter(({ verdict }) => verdict === 'ambiguous')
    .map(({ address, kind, candidates }) => {
      const chosen = consents.adopt.addresses.get(address);
      return violation(
        'ambiguous',
        address,
        chosen === undefined
          ? `${candidates.length} live ${kind.title}s have this name`
          : `no unmanaged ${kind.title} of this name has the id ${chosen}`,
        candidates.length === 0
          ? 'Check the id after --adopt.'
          : `Choose one: ${candidates.map((id) => `--adopt ${address}=${id}`).join(' or ')}`,
        { number: candidates.length, limit: 1 },
      );
    });
}

/** Undoing an outside change that lowered spending takes consent; the safe direction needs none. */
export function undoneDrift({ subjects, consents, document }: GuardInput): readonly Violation[] {
  if (document.policy.undoDrift === 'allow') return [];
  return subjects
    .filter(({ address }) => !isWithinAny(address, consents.undoDrift))
    .flatMap((subject) => {
      const what = describeUndoing(subject);
      if (what === undefined) return [];
      const { address } = subject;
      return [
        violation(
          'undo_drift',
          address,
          what,
          `Agree with --undo-drift ${address}, or change the document to what is live.`,
          { override: `--undo-drift ${address}` },
        ),
      ];
    });
}

function describeUndoing(subject: Subject): string | undefined {
  if (subject.verdict === 'create' && subject.goneOutside && subject.kind.activation !== undefined) {
    return 'was deleted outside adsync; applying would create it again';
  }
  if (subject.verdict !== 'update' && subject.verdict !== 'replace') return undefined;
  const undone = subject.fields.find(
    (change) =>
      change.cause !== 'config' &&
      wasLowered(subject, change) &&
      raisesSpending(subject.kind, change.wire, change.before, change.after),
  );
  if (undone === undefined) return undefined;
  const field = fieldByWire(subject.kind, undone.wire);
  if (field?.spending === 'status') return 'was paused outside adsync; applying would switch it on again';
  return `${plainText(field?.document)} was lowered outside adsync to ${amount(undone.before)}; applying would raise it to ${amount(undone.after)}`;
}

/** The platform shows less than was last applied: somebody else lowered it. */
function wasLowered({ kind }: Subject, { wire, before, applied }: FieldChange): boolean {
  if (fieldByWire(kind, wire)?.spending === 'status') return applied === kind.activation?.active;
  return typeof before === 'number' && (typeof applied !== 'number' || before < applied);
}

function amount(value: FieldChange['before']): string {
  return typeof value === 'number' ? formatMoney(value) : 'no bound';
}

/**
 * A delete and a create with equal natural keys is a rename that forgot `moved`, whatever somebody else has done to the
 * old one since: renamed it, or deleted it, which creating another would undo.
 */
export function forgottenMove({ subjects, all, ownership, consents }: GuardInput): readonly Violation[] {
  const letGo = new Set(ownership.letGo.map(({ address }) => address));
  const parents = new Map(all.map(({ address, live }) => [address, live?.id]));
  const old = new Map(
    all
      .filter((subject) => subject.verdict === 'delete' || (isLost(subject) && !letGo.has(subject.address)))
      .flatMap((subject) =>
        oldNames(subject, parents.get(parentOf(subject.address))).map((key) => [key, subject]),
      ),
  );
  return subjects.flatMap((subject) => {
    if (subject.verdict !== 'create' || isWithinAny(subject.address, consents.allowRecreate)) return [];
    const found = old.get(nameInPlace(subject, subject.wanted) ?? '');
    if (found === undefined) return [];
    return isLost(found) ? deletedOutside(subject, found, consents) : [looksLikeRename(subject, found)];
  });
}

/** It was ours, was deleted outside adsync, and is declared no longer. */
function isLost({ verdict, desired, goneOutside, kind }: Subject): boolean {
  return verdict === 'forget' && desired === undefined && goneOutside && kind.activation !== undefined;
}

/** What a record is called by now, and what it was called when it was last applied. */
function oldNames(subject: Subject, parentId: string | undefined): readonly string[] {
  const { kind, entry, live } = subject;
  const above =
    kind.parentField === undefined || parentId === undefined ? {} : { [kind.parentField]: parentId };
  const applied = nameInPlace(subject, { ...above, ...live?.fields, ...entry?.answered });
  return [nameInPlace(subject, { ...live?.fields }), applied].filter((name) => name !== undefined);
}

function looksLikeRename({ address, kind }: Subject, old: Subject): Violation {
  return violation(
    'rename',
    address,
    `would be created, and ${old.address} of the same name deleted: this looks like a new key for the same ${kind.title}`,
    `Add to the document: moved: [{ from: ${old.movedFrom ?? old.address}, to: ${address} }] — or, to really make another, pass --allow-recreate ${address}`,
    { override: `--allow-recreate ${address}` },
  );
}

function deletedOutside(
  { address, kind }: Subject,
  old: Subject,
  { undoDrift }: GuardInput['consents'],
): readonly Violation[] {
  if (isWithinAny(address, undoDrift)) return [];
  return [
    violation(
      'rename',
      address,
      `${old.address} of the same name was deleted outside adsync; creating this ${kind.title} would make it again`,
      `Take it out of the document, or agree with --undo-drift ${address} or --allow-recreate ${address}.`,
      { override: `--allow-recreate ${address}` },
    ),
  ];
}

function nameInPlace({ accountId, kind }: Subject, values: Subject['wanted']): string | undefined {
  const key = naturalKeyOf(kind, values);
  return key === undefined ? undefined : `${accountId} ${kind.name} ${key}`;
}
