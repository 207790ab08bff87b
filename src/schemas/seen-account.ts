/** A way to pay for campaigns, with what is left of it (F-funding-01). Amounts are micro units of its currency. */
export interface SeenInstrument {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly currency: string;
  readonly ableToFund: boolean | null;
  readonly reasonsNotAbleToFund: readonly string[];
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly creditLimit: bigint | null;
  readonly creditRemaining: bigint | null;
  readonly fundedAmount: bigint | null;
}

/** An ad account as the platform lists it (F-account-01). */
export interface ListedAccount {
  readonly id: string;
  readonly name: string;
  readonly businessId: string | null;
  readonly businessName: string | null;
  readonly timezone: string | null;
  readonly approvalStatus: string | null;
}

/** An ad account that the credentials see, with what their user may do in it. */
export interface SeenAccount extends ListedAccount {
  /** Roles of the user (F-account-04); `null` where the platform does not say. */
  readonly permissions: readonly string[] | null;
  /** `null` where the user may not read them. */
  readonly fundingInstruments: readonly SeenInstrument[] | null;
}

/** A seen account with the key that the state knows it by; `null` for one that it does not know. */
export type KnownAccount = SeenAccount & { readonly key: string | null };
