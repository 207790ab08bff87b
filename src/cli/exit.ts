/** Where several exit codes apply, the first of these wins (contract, section 3). */
const order: readonly number[] = [130, 7, 5, 4, 3, 6, 1, 2];

/** The exit code of a run that several apply to; 0 where none does. */
export function worstExit(...codes: readonly number[]): number {
  return order.find((code) => codes.includes(code)) ?? 0;
}
