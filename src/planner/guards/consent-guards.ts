import { isWithinAny } from '../../schemas/address.ts';
import type { Violation } from '../../schemas/plan.ts';
import { plainText } from '../../schemas/values.ts';
import { withArticle } from '../../schemas/with-article.ts';
import { naturalKeyIn } from '../match/live-index.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { mayAdopt } from './consents.ts';
import { type GuardInput, violation } from './guard.ts';

/** What exists already is taken over only with consent: no campaign of somebody else in passing. */
export function adoption({ subjects, consents }: GuardInput): readonly Violation[] {
  const unagreed = subjects.filter(
    ({ verdict, desired, address }) =>
      verdict === 'adopt' && !desired.lifecycle.adopt && !mayAdopt(consents, address),
  );
  return unagreed.map(({ address, kind, live }) =>
    violation(
      'adopt',
      address,
      `${withArticle(kind.title)} with this name exists already (${plainText(live?.id)}) and is not managed by adsync`,
      'Take over the one that exists, or give the declared one another name.',
      { override: `--adopt ${address}` },
    ),
  );
}

/** Several live records fit, or none has the id that was chosen: the user chooses. */
export function ambiguity({ subjects, consents }: GuardInput): readonly Violation[] {
  return subjects
    .filter((subject) => subject.verdict === 'ambiguous')
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

/**
 * A delete and a create with equal natural keys is a rename that forgot `moved`, also where somebody else has renamed the
 * old one since.
 */
export function forgottenMove({ subjects, all, consents }: GuardInput): readonly Violation[] {
  const parents = new Map(all.map(({ address, live }) => [address, live?.id]));
  const old = new Map(
    all
      .filter(({ verdict }) => verdict === 'delete')
      .flatMap((subject) =>
        oldNames(subject, parents.get(parentOf(subject.address))).map((key) => [key, subject]),
      ),
  );
  return subjects.flatMap((subject) => {
    if (subject.verdict !== 'create' || isWithinAny(subject.address, consents.allowRecreate)) return [];
    const found = old.get(naturalKeyIn(subject.accountId, subject.kind, subject.wanted) ?? '');
    return found === undefined ? [] : [looksLikeRename(subject, found)];
  });
}

/** What a record is called by now, and what it was called when it was last applied. */
function oldNames(subject: Subject, parentId: string | undefined): readonly string[] {
  const { kind, accountId, entry, live } = subject;
  const above =
    kind.parentField === undefined || parentId === undefined ? {} : { [kind.parentField]: parentId };
  const applied = naturalKeyIn(accountId, kind, { ...above, ...live?.fields, ...entry?.answered });
  return [naturalKeyIn(accountId, kind, { ...live?.fields }), applied].filter((name) => name !== undefined);
}

function looksLikeRename({ address, kind }: Subject, old: Subject): Violation {
  return violation(
    'rename',
    address,
    `would be created, and ${old.address} of the same name deleted: this looks like a new key for the same ${kind.title}`,
    `If it is the same ${kind.title}, add to the document: moved: [{ from: ${old.movedFrom ?? old.address}, to: ${address} }]`,
    { override: `--allow-recreate ${address}` },
  );
}
