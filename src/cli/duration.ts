import { InvalidArgumentError } from 'commander';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds from a duration such as `500ms`, `30s`, `5m`, `1h` or `0`. Throws InvalidArgumentError. */
export function duration(text: string): number {
  const parts = /^(\d{1,6})(ms|s|m|h)$/.exec(text === '0' ? '0s' : text);
  if (parts === null) throw new InvalidArgumentError('write a number with its unit: 500ms, 30s, 5m or 1h.');
  return Number(parts[1]) * (units[parts[2] ?? ''] ?? 0);
}
