import type { Clock } from '../appliers/clock.ts';
import type { Keychain } from '../profiles/keychain.ts';

/** A stream to write to; a terminal says so, and how wide it is. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  /** Aborted once nothing that is written arrives any more, such as where the reader is gone. */
  readonly gone?: AbortSignal | undefined;
}

/** Everything of the process that a command may touch: a test brings its own. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Time, and waiting for it to pass. */
  readonly clock: Clock;
  /** The working directory that paths are relative to. */
  readonly cwd: string;
  /** Calls the listener at every Ctrl-C, SIGTERM or SIGQUIT and at the first SIGHUP until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** Where the system keeps secrets; `undefined` where nothing of that sort runs. */
  keychain(): Keychain | undefined;
  /** Opens an address in the user's browser; `false` where no browser can be started. */
  browse(address: string): Promise<boolean>;
  /** Ends the process at once. */
  exitNow(code: number): void;
}
