import { formatMoney } from '../../schemas/micro-units.ts';
import type { Calendar, SpendingMeasure } from '../../schemas/plan.ts';
import { nothingSpent } from './figures.ts';

/**
 * What can be spent once the plan is carried out, as one line without its currency: `today 75.50, highest 931.00 on
 * 2027-06-01, 41,200.00 committed until the end of 2027-09-30`. It says nothing of the time before the
 * plan, so that what shows it has to say `after the plan`. Undefined where the plan has no calendar.
 */
export function calendarLine({ calendar, uncapped }: SpendingMeasure): string | undefined {
  if (calendar === undefined) return undefined;
  if (calendar.highest === 0 && uncapped === 0 && calendar.committed === 0) return nothingSpent;
  return `${daysText(calendar)}, ${committedText(calendar)}`;
}

function daysText({ today, highest, highest_on: day }: Calendar): string {
  // What is left then has no daily cap.
  if (highest === 0 || day === null) return 'nothing under a daily cap';
  if (today === highest) return `today ${formatMoney(today)}, as on the highest day`;
  return `today ${formatMoney(today)}, highest ${formatMoney(highest)} on ${day}`;
}

function committedText({ committed, committed_too_large: isTooLarge, until }: Calendar): string {
  const last = until === null ? 'with no last day' : `until the end of ${until}`;
  if (isTooLarge === true) return `more than ${formatMoney(Number.MAX_SAFE_INTEGER)} committed ${last}`;
  if (committed === null) return 'no end to what is committed';
  if (committed === 0) return 'nothing committed';
  return `${formatMoney(committed)} committed ${last}`;
}
