import { hash } from 'node:crypto';

const modulus = 1n << 256n;

/** The digest of a set of texts that grows: it depends on which texts there are, not on their order. */
export class SetDigest {
  #sum = 0n;
  #count = 0;

  /** Takes a text that was not taken before. */
  add(text: string): void {
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', text, 'hex')}`)) % modulus;
    this.#count += 1;
  }

  /** `sha256:…` of the sum of the texts' hashes and their count. */
  value(): string {
    return `sha256:${hash('sha256', `${this.#count} ${this.#sum.toString(16)}`, 'hex')}`;
  }
}
