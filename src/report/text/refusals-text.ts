import { printable } from '../../diagnostics/display-text.ts';
import { type Style, strongly } from '../style.ts';
import type { Refusal, Refusals } from '../view/refusals.ts';

/** Why a plan is refused: each reason with its rule and address, its numbers, and the ways out. */
export function refusalsText({ counted, reasons }: Refusals, style: Style): readonly string[] {
  if (reasons.length === 0) return [];
  const lines = reasons.flatMap((each) => reasonLines(each, style));
  return [strongly(style, 'red', `Refused, for ${counted}:`), ...lines, ''];
}

function reasonLines(reason: Refusal, style: Style): readonly string[] {
  const { code, rule, address, message, remedy, override } = reason;
  return [
    '',
    `  ${strongly(style, 'red', printable(rule))}  ${printable(address)}  ${printable(code)}`,
    ...[...message, ...remedy].map((line) => `    ${printable(line)}`),
    ...(override === '' ? [] : [`    To accept it: ${printable(override)}`]),
  ];
}
