import { inspect } from 'node:util';

const redacted = '[redacted]';

/** A text that no output shows: printed, inspected or written as JSON it is `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the one place that signs with it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}

/** What a user's requests are signed with (OAuth 1.0a for a user: F-auth-18). */
export interface Credentials {
  readonly consumerKey: string;
  readonly consumerSecret: Secret;
  readonly accessToken: Secret;
  readonly accessTokenSecret: Secret;
}

/** What an application signs with, alone or for a user. */
export type SigningKeys = Pick<Credentials, 'consumerKey' | 'consumerSecret'> &
  Partial<Pick<Credentials, 'accessToken' | 'accessTokenSecret'>>;
