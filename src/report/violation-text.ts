import { printable } from '../diagnostics/display-text.ts';
import type { Violation } from '../schemas/plan.ts';
import { type Style, strongly } from './style.ts';

/** Why a plan is refused: each reason with its rule and address, its numbers, and the ways out. */
export function violationText(violations: readonly Violation[], style: Style): readonly string[] {
  if (violations.length === 0) return [];
  const reasons = violations.length === 1 ? 'one reason' : `${violations.length} reasons`;
  return [
    strongly(style, 'red', `Refused, for ${reasons}:`),
    ...violations.flatMap((violation) => reason(violation, style)),
    '',
  ];
}

function reason(violation: Violation, style: Style): readonly string[] {
  const { code, rule, address, message, remedy, override } = violation;
  return [
    '',
    `  ${strongly(style, 'red', printable(rule))}  ${printable(address)}  ${printable(code)}`,
    ...lines(message),
    ...lines(remedy),
    ...(override === '' ? [] : [`    To accept it: ${printable(override)}`]),
  ];
}

// A message may show lines to paste, which stay lines.
function lines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `    ${printable(line)}`);
}
