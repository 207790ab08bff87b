import { isWithinAny } from '../../schemas/address.ts';
import type { Violation } from '../../schemas/plan.ts';
import { plainText } from '../../schemas/values.ts';
import { mayAdopt } from '../consents.ts';
import { naturalKeyOf } from '../live-index.ts';
import type { Subject } from '../subject.ts';
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

/** A delete and a create with equal natural keys is a rename that forgot `moved`. */
export function forgottenMove({ subjects, consents }: GuardInput): readonly Violation[] {
  const deleted = new Map<string, Subject>();
  for (const subject of subjects) {
    const key =
      subject.verdict === 'delete' && subject.live !== undefined
        ? nameInPlace(subject, subject.live.fields)
        : undefined;
    if (key !== undefined) deleted.set(key, subject);
  }
  return subjects.flatMap((subject) => {
    if (subject.verdict !== 'create' || isWithinAny(subject.address, consents.allowRecreate)) return [];
    const key = nameInPlace(subject, subject.wanted);
    const old = key === undefined ? undefined : deleted.get(key);
    if (old === undefined) return [];
    return [
      violation(
        'rename',
        subject.address,
        `would be created, and ${old.address} of the same name deleted: this looks like a new key for the same ${subject.kind.title}`,
        `Add to the document: moved: [{ from: ${old.movedFrom ?? old.address}, to: ${subject.address} }] — or, to really make another, pass --allow-recreate ${subject.address}`,
        { override: `--allow-recreate ${subject.address}` },
      ),
    ];
  });
}

function nameInPlace({ accountId, kind }: Subject, values: Subject['wanted']): string | undefined {
  const key = naturalKeyOf(kind, values);
  return key === undefined ? undefined : `${accountId} ${kind.name} ${key}`;
}
