import type { Violation } from '../../schemas/plan.ts';
import { plainText } from '../../schemas/values.ts';
import { withArticle } from '../../schemas/with-article.ts';
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
