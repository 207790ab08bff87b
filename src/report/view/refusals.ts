import type { Violation } from '../../schemas/plan.ts';

/** Why a plan is refused. */
export interface Refusals {
  /** `one reason`, `2 reasons` */
  readonly counted: string;
  readonly reasons: readonly Refusal[];
}

/** One reason, with the ways out; its texts are as they came. */
export interface Refusal extends Pick<Violation, 'code' | 'rule' | 'address' | 'override'> {
  /** The message may show lines to paste, which stay lines. */
  readonly message: readonly string[];
  readonly remedy: readonly string[];
}

/** The violations of a plan as reasons to refuse it, in its order. */
export function refusalsOf(violations: readonly Violation[]): Refusals {
  return {
    counted: violations.length === 1 ? 'one reason' : `${violations.length} reasons`,
    reasons: violations.map(({ code, rule, address, override, message, remedy }) => ({
      code,
      rule,
      address,
      override,
      message: linesOf(message),
      remedy: linesOf(remedy),
    })),
  };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}
