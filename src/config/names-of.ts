/** The most names that one sentence gives. */
const most = 5;

/** Names in a sentence: all of a few, the first of many with how many more there are. */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, most).join(', ');
  return names.length <= most ? shown : `${shown} and ${names.length - most} more`;
}
