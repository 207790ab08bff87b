import { counted } from '../../diagnostics/counted.ts';
import type { Plan } from '../../schemas/plan.ts';
import { code, type Phrase, plain } from './phrase.ts';

/** What a plan or a drift report says of stops that stand, a sentence each. */
export function stopSentences({ stops = [] }: Pick<Plan, 'stops'>): readonly Phrase[] {
  return stops.map(
    ({ id, account_id: accountId, patterns, all, reason, by, at, active = [], resuming = 0 }) => {
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
        ...resumingSentence(resuming),
        ...activeSentence(active),
      ];
    },
  );
}

/** How many addresses a sentence names. */
const mostNamed = 5;

function resumingSentence(resuming: number): Phrase {
  if (resuming === 0) return [];
  return [
    plain(
      ` A resume was interrupted, or is still running: it has asked for ${counted(resuming, 'record')} without seeing the answer. `,
    ),
    code('adsync resume'),
    plain(' goes on where it ended.'),
  ];
}

function activeSentence(active: readonly string[]): Phrase {
  if (active.length === 0) return [];
  const more = active.length > mostNamed ? `, and ${active.length - mostNamed} more` : '';
  const names = active.slice(0, mostNamed).map((name) => code(name));
  return [
    plain(` But beneath it ${active.length === 1 ? 'is' : 'are'} ACTIVE: `),
    ...names.flatMap((name, index) => (index === 0 ? [name] : [plain(', '), name])),
    plain(`${more}. Run `),
    code('adsync stop'),
    plain(' again to pause what is active, or '),
    code('adsync resume'),
    plain(' to end the stop.'),
  ];
}
