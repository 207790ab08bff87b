import type { CampaignSpec } from '../../support/worlds/specs.ts';

/** What happens to a process at one of its steps: a request sent or answered, a write to the state begun or done. */
export type Mishap =
  /** It is gone, and nothing of it goes on; what it has sent travels on. */
  | { readonly kind: 'crash'; readonly step: number }
  /** It stands still, as after SIGSTOP, and then goes on. */
  | { readonly kind: 'pause'; readonly step: number; readonly ms: number }
  /** It is asked to end: the first Ctrl-C. */
  | { readonly kind: 'interrupt'; readonly step: number }
  /** The clock of its machine jumps. */
  | { readonly kind: 'jump'; readonly step: number; readonly ms: number };

/** One apply. */
export interface RunSpec {
  /** Index of the document it applies. */
  readonly document: number;
  /** How long after the end of the run before it starts, in milliseconds; after its start where it runs beside it. */
  readonly afterMs: number;
  /** Whether it runs beside the one before it, on another machine. */
  readonly beside: boolean;
  /** Whether it carries out a plan that it made and saved some time before, in milliseconds. */
  readonly savedMs: number | undefined;
  /** How far the clock of its machine is ahead, in milliseconds. */
  readonly skewMs: number;
  readonly mishap: Mishap | undefined;
}

/** What becomes of one request. */
export type FaultEffect =
  /** It never arrives, and the connection closes (at once, or when the client gives up). */
  | { readonly kind: 'lost'; readonly silent: boolean }
  /** It is carried out, and the answer never arrives. */
  | { readonly kind: 'unanswered'; readonly silent: boolean }
  /** The connection closes, and it is carried out so many milliseconds after it was sent. */
  | { readonly kind: 'late'; readonly ms: number; readonly silent: boolean }
  /** The answer is cut in the middle, or is no JSON; the request is carried out, or is not. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'garbage'; readonly done: boolean }
  /** An error of the server, after or before the work. */
  | { readonly kind: 'status'; readonly status: number; readonly done: boolean; readonly retryAfter?: number }
  /** Too many requests: it is not carried out; the window ends after so many seconds. */
  | { readonly kind: 'limited'; readonly seconds: number; readonly headers: boolean }
  /** A record comes twice in a list. */
  | { readonly kind: 'duplicate' }
  /** A read shows what was so many milliseconds ago. */
  | { readonly kind: 'stale'; readonly ms: number }
  | { readonly kind: 'slow'; readonly ms: number };

/** A fault of the network or the platform: hits the run's request of this number, counted from 1. */
export interface Fault {
  readonly run: number;
  readonly request: number;
  readonly effect: FaultEffect;
}

/** What somebody else does in the ads manager, as the run sends its request of this number. */
export interface Edit {
  readonly run: number;
  readonly request: number;
  readonly what: 'cut' | 'raise' | 'pause' | 'activate' | 'delete' | 'start' | 'stop' | 'twin';
  /** Chooses among the records that it can be done to: from 0 to 1. */
  readonly pick: number;
}

/** A whole story, decided by its seed: the same trial, the same course to the last event. */
export interface Trial {
  readonly seed: number;
  readonly documents: readonly (readonly CampaignSpec[])[];
  readonly foreign: readonly CampaignSpec[];
  /** Campaigns that a document declares under another key than the one before, as it says itself. */
  readonly moved: readonly { readonly document: number; readonly from: string; readonly to: string }[];
  /** Whether documents take over what others made under the same names. */
  readonly adopt: boolean;
  /** Whether documents leave it to others what line items that exist are shown to. */
  readonly targetingLeft: boolean;
  /** How many more active campaigns the account allows than there are before or after. */
  readonly slack: number;
  /** Whether only the last document fits under that limit, and what wants more before must be refused. */
  readonly tight: boolean;
  readonly batch: number;
  readonly batchCheck: 'each' | 'start' | 'end';
  /** Records on a page. */
  readonly pageSize: number;
  /** How far any read may lag behind, in milliseconds. */
  readonly lagMs: number;
  /** Writes that the platform takes in a minute; no limit for none. */
  readonly writesPerMinute: number | undefined;
  /** Whether who dies is known to be dead at once, as on the same machine. */
  readonly sameMachine: boolean;
  readonly runs: readonly RunSpec[];
  readonly faults: readonly Fault[];
  readonly edits: readonly Edit[];
}
