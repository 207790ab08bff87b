/** The nonces that were used lately, so that a request cannot be sent twice (RFC 5849 section 3.3). */
export class NonceBook {
  readonly #seen = new Map<string, number>();

  /** Notes a nonce with its timestamp (seconds since 1970) and says whether it is new. Older ones than `oldest` are forgotten. */
  isNew(key: string, timestamp: number, oldest: number): boolean {
    for (const [old, at] of this.#seen) {
      if (at >= oldest) break;
      this.#seen.delete(old);
    }
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, timestamp);
    return true;
  }
}
