/** The machine's time, in milliseconds since 1970: the only place that asks for it. */
export function systemNow(): number {
  return Date.now();
}
