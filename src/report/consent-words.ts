import type { Plan } from '../schemas/plan.ts';

/** A consent as it is given on the command line, and what is to be said of it, if anything. */
export interface GivenConsent {
  readonly option: string;
  /** Empty for a consent that the plan needs. */
  readonly note: string;
}

/** The consents of a plan, in its order. */
export function givenConsents({
  consents,
  unused_consents: unused = [],
}: Pick<Plan, 'consents' | 'unused_consents'>): readonly GivenConsent[] {
  return consents.map(({ consent, address }) => ({
    // `*` stands for every address.
    option: `--${consent}${address === '*' ? '' : ` ${address}`}`,
    note: unused.some((each) => each.consent === consent && each.address === address)
      ? ' (this plan does not need it)'
      : '',
  }));
}
