/** Exit codes, the weightiest first: where several apply to a run, it ends with the first of these. */
const order: readonly number[] = [130, 7, 5, 4, 3, 6, 1, 2];

/** The exit code of a run that several apply to; 0 where none does. */
export function worstExit(...codes: readonly number[]): number {
  return order.find((code) => codes.includes(code)) ?? 0;
}
