import { compilePattern, type Pattern } from './pattern.ts';

/**
 * What an address pattern stands for: the addresses it matches, and what stands beneath them. `*` is any part of one
 * step of the path, `**` any number of steps.
 */
export function addressPattern(pattern: string): Pattern {
  // The default of many rules: no engine is loaded for it.
  if (pattern === '**') return () => true;
  if (!isAddressPattern(pattern))
    return (address) => address === pattern || address.startsWith(`${pattern}/`);
  // What is tied to the start of a text is cheap whatever its size, and an address is not refused for its length.
  return compilePattern(`^${pattern.split('**').map(withinStep).join('.*')}(/.*)?$`, Infinity);
}

/** True where a text stands for addresses by a pattern, and is none itself. */
function isAddressPattern(text: string): boolean {
  return text.includes('*');
}

/** Whether an address is within any of several patterns. */
export function withinAnyPattern(patterns: readonly string[]): Pattern {
  const tests = patterns.map(addressPattern);
  return (address) => tests.some((test) => test(address));
}

function withinStep(text: string): string {
  return text
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('[^/]*');
}
