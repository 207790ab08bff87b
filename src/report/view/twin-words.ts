import type { Plan } from '../../schemas/plan.ts';
import { code, type Phrase, plain } from './phrase.ts';

/** Twins that are named at most, before the others are counted. */
const mostNamed = 20;

/** What a plan or a drift report says of records that are there twice, a sentence each. */
export function twinSentences({ twins = [] }: Pick<Plan, 'twins'>): readonly Phrase[] {
  if (twins.length === 0) return [];
  const left = twins.length - mostNamed;
  return [
    ...twins
      .slice(0, mostNamed)
      .map(({ address, own_id: ownId, id }) => [
        plain('The platform has '),
        code(address),
        plain(' twice: '),
        code(ownId),
        plain(' is managed here, '),
        code(id),
        plain(' is declared nowhere.'),
      ]),
    ...(left > 0 ? [[plain(`The platform has ${left.toLocaleString('en-US')} more twice.`)]] : []),
    [
      plain(
        'A request may have arrived twice. Delete on the platform what nobody made on purpose: adsync deletes only what it manages.',
      ),
    ],
  ];
}
