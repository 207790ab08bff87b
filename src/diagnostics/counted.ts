/** A count with its word, which is made plural by an `s`: `1 campaign`, `2,000 campaigns`. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}
