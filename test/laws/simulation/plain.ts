/** A value as a text that compares, whether a number came as a bigint or not; nothing and null are the same. */
export function plain(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, each: unknown) =>
    typeof each === 'bigint' ? Number(each) : each,
  );
}

/** A text as it is, and nothing for what is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
