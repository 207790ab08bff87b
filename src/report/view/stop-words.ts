import type { Plan } from '../../schemas/plan.ts';
import { code, type Phrase, plain } from './phrase.ts';

/** What a plan or a drift report says of stops that stand, a sentence each. */
export function stopSentences({ stops = [] }: Pick<Plan, 'stops'>): readonly Phrase[] {
  return stops.map(({ id, account_id: accountId, patterns, all, reason, by, at }) => {
    const extent = all
      ? [plain('everything in account '), code(accountId)]
      : patterns.length === 0
        ? [plain('all that adsync owns in account '), code(accountId)]
        : patterns.flatMap((pattern, index) => [plain(index === 0 ? '' : ', '), code(pattern)]);
    return [
      plain(`A stop stands since ${at} (`),
      code(id),
      plain(`, by ${by}: "${reason}"): nothing is switched on of `),
      ...extent,
      plain('. '),
      code('adsync resume'),
      plain(' ends it.'),
    ];
  });
}
