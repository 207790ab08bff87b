import type { Clock } from '../appliers/clock.ts';
import type { WaitEvent } from '../platform/client.ts';
import type { Credentials } from '../platform/secret.ts';
import type { SourceChoice } from './credential-source.ts';
import type { Addresses } from './settings.ts';

/** What a long piece of work tells of itself while it goes on. */
export interface Progress {
  /** Changes what is said of the work. */
  say(text: string): void;
  /** Writes something that stays. */
  above(write: () => void): void;
}

/** Whoever started a run: a command on a terminal, or a program. */
export interface Frontend {
  /** Takes a remark for people that is no result. */
  note(line: string): void;
  /** Does a piece of work that may take long, and tells of it. */
  progress<T>(text: string, work: (progress: Progress) => Promise<T>): Promise<T>;
  /** Is told of every wait for the platform. */
  wait(event: WaitEvent): void;
}

/** What a run works with, whoever started it. */
export interface Run {
  readonly frontend: Frontend;
  /** Version of adsync. */
  readonly version: string;
  /** The working directory that paths are relative to. */
  readonly cwd: string;
  /** In a pipeline, the checkout that no file of the document may lead out of. */
  readonly workTree?: string | undefined;
  readonly clock: Clock;
  /** The key of the only account that the run is for; all accounts without one. */
  readonly account: string | undefined;
  /** Where values of the document's variables come from. */
  readonly variables: {
    readonly files: readonly string[];
    /** `name=value` each. */
    readonly flags: readonly string[];
    readonly environment: Readonly<Record<string, string | undefined>>;
  };
  /** Where the state is kept, such as `sqlite:/path/state.db`. */
  readonly stateUrl: string;
  /** Where the platform is. Read where it is asked for: that throws as `credentialSource` does. */
  readonly addresses: Addresses;
  /** Throws ADSYNC_CREDENTIALS_MISSING, ADSYNC_CREDENTIALS_UNREADABLE, and as `credentialSource` does. */
  readonly credentials: () => Credentials;
  /** What credentials and addresses are chosen by. */
  readonly sources: SourceChoice;
  /** Where lists of the platform are kept between runs; `undefined`: nowhere. Throws as `addresses`. */
  readonly cacheFolder: string | undefined;
  /** How long to wait for a lock, in milliseconds. */
  readonly lockTimeoutMs: number;
  /** Aborted where the user interrupts the run. */
  readonly signal: AbortSignal;
}
