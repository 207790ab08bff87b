import type { Violation } from '../../schemas/plan.ts';
import { ownValue, plainText } from '../../schemas/values.ts';
import { withArticle } from '../../schemas/with-article.ts';
import { isMade, isWrite } from '../match/outcome.ts';
import { type GuardInput, violation } from './guard.ts';

/**
 * A null that only declares a live record which has no such value is never sent: nothing is created without the value,
 * and no live value is taken away.
 */
export function neededFields({ subjects }: GuardInput): readonly Violation[] {
  return subjects.filter(isWrite).flatMap((subject) => {
    const { kind, address, wanted, fields } = subject;
    return Object.entries(kind.fields).flatMap(([name, { wire, nullWhereLiveHasNone }]) => {
      if (nullWhereLiveHasNone !== true || ownValue(wanted, wire) !== null) return [];
      if (isMade(subject)) {
        const message = `would be made anew, and a new ${kind.title} needs ${name}: null declares one that has none`;
        return [violation('needed_field', address, message, `Give it ${withArticle(name)}.`)];
      }
      const change = fields.find((each) => each.wire === wire);
      if (change === undefined) return [];
      const message = `${name} cannot be unset, and is ${plainText(change.before)} on the platform`;
      return [violation('needed_field', address, message, 'Declare that, or another value.')];
    });
  });
}
