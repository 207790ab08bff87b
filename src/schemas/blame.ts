import type { Value, Values } from './values.ts';

/** A run of adsync that changed something, as its journal tells it. */
export interface OwnActor {
  readonly actor: 'adsync';
  readonly run: string;
  readonly user: string;
  readonly machine: string;
  readonly command: string;
  /** `sha256:…` of the document; `null` where there was none. */
  readonly document: string | null;
}

/** A user of the platform, as its history tells it. */
export interface PlatformActor {
  readonly actor: 'platform';
  readonly userId: string | null;
  /** By what means, in the platform's word, such as `API_OTHER`. */
  readonly means: string | null;
}

/** Who changed something. */
export type Actor = OwnActor | PlatformActor;

/** A write of adsync to one record. */
export interface OwnChange {
  readonly type: 'Create' | 'Update' | 'Delete';
  /** The platform's time at which it took effect at the earliest and at the latest, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** What was sent, by wire name. */
  readonly sent: Values;
  /** What the platform answered for what is declared, by wire name. */
  readonly answered: Values;
  /** False where nobody knows whether it took effect. */
  readonly isSure: boolean;
  readonly by: OwnActor;
}

/** A change of one record, as the platform's history tells it (F-account-08). */
export interface PlatformChange {
  /** The platform's word, such as `CREATE`. */
  readonly type: string;
  /** Milliseconds since 1970, whole seconds. */
  readonly at: number;
  readonly by: PlatformActor;
  /** The fields that it changed, by wire name; `undefined` where it does not say. */
  readonly fields: ReadonlySet<string> | undefined;
  /** The fields of the record after it, as far as it tells them. */
  readonly after: Values;
}

/** Who gave a field its live value. */
export interface FieldBlame {
  readonly wire: string;
  readonly value: Value;
  /** `undefined`: nobody can tell. */
  readonly by: Actor | undefined;
  /** ISO 8601; `null` where nobody can tell. */
  readonly at: string | null;
  /** What is known where nobody can tell who it was, in a sentence without a full stop. */
  readonly remark: string | null;
}

/** Who gave each field of a record its live value. */
export interface Blame {
  readonly kind: string;
  readonly accountId: string;
  readonly id: string;
  /** `undefined` for a record that the state does not know. */
  readonly address: string | undefined;
  readonly name: string;
  readonly currency: string | null;
  readonly deleted: boolean;
  /** Whether the platform's history was read; `unavailable`: it is not open to the account, or could not be read. */
  readonly history: 'read' | 'unavailable' | 'not kept';
  readonly fields: readonly FieldBlame[];
}
