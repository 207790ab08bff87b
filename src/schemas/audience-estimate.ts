import type { AdsyncError } from '../diagnostics/adsync-error.ts';

/** A criterion of targeting, with its value as the platform takes it. */
export interface Criterion {
  readonly type: string;
  readonly operator: string;
  readonly value: string;
}

/** The targeting of one line item, or criteria alone, as far as the platform estimates it. */
export interface EstimatedTargeting {
  /** The address of the line item, or the platform's id of it; `undefined` for criteria alone. */
  readonly name: string | undefined;
  readonly accountKey: string | undefined;
  readonly accountId: string;
  readonly criteria: readonly Criterion[];
  /** Criteria that are not part of the estimate, each with the reason. */
  readonly leftOut: readonly (Criterion & { readonly reason: string })[];
}

/** How many people, about. */
export interface AudienceSize {
  readonly least: number;
  readonly greatest: number;
}

/** An estimate, or why there is none. */
export interface AudienceEstimate extends EstimatedTargeting {
  readonly size?: AudienceSize;
  readonly problem?: AdsyncError;
}
