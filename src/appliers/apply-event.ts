import type { Change, PlannedOperation, Step } from '../schemas/plan.ts';
import type { Cause } from './apply-result.ts';

interface ChangeEvent {
  readonly address: string;
  /** `null` for a request that no change of the plan stands for, such as a pause on the way. */
  readonly action: Change['action'] | null;
  /** What an update is that changes the status alone; left out for every other change. */
  readonly status_change?: 'pause' | 'activate';
  /** Numbers of its operations in the plan. */
  readonly operations: readonly number[];
  /** The place in the document: of the field that is complained about, else of the resource. */
  readonly source: Change['source'];
}

/** What `apply --json` prints, one JSON object a line. */
export type ApplyEvent =
  | { readonly type: 'version'; readonly adsync_version: string; readonly format_version: string }
  | {
      readonly type: 'step_started';
      readonly step: number;
      readonly method: Step['method'];
      readonly path: string;
      /** Numbers of its operations in the plan. */
      readonly operations: readonly number[];
    }
  | {
      readonly type: 'step_done';
      readonly step: number;
      readonly applied: number;
      readonly failed: number;
      readonly skipped: number;
      readonly unknown: number;
    }
  | ({
      readonly type: 'change_applied';
      readonly id: string | null;
      /** Platform's names of the fields that the document leaves out, where that is all that happens. */
      readonly no_longer_managed?: readonly string[];
      /** What went along beneath it and is not managed by the plan. */
      readonly others_along?: Change['others_along'];
    } & ChangeEvent)
  | ({
      readonly type: 'change_failed' | 'change_skipped' | 'change_unknown';
      readonly cause: Cause;
      /** What took effect of it before, so that a half-done change is not taken for one that was never begun. */
      readonly done: readonly PlannedOperation['operation_type'][];
    } & ChangeEvent)
  | {
      readonly type: 'waiting';
      readonly reason: string;
      readonly addresses: readonly string[];
      /** Platform time, as an ISO 8601 instant. */
      readonly until: string;
    }
  | {
      readonly type: 'summary';
      /** How many changes the plan has of each action, as the plan's own `summary` counts them. */
      readonly planned: Readonly<Record<Change['action'], number>>;
      /** How many of those took effect in full. */
      readonly done: Readonly<Record<Change['action'], number>>;
      readonly applied: number;
      readonly failed: number;
      readonly skipped: number;
      readonly unknown: number;
      /** Requests sent in all, those sent again included. */
      readonly requests: number;
      /** Those among them that only read. */
      readonly reads: number;
      readonly seconds: number;
      readonly exit_code: number;
    };
