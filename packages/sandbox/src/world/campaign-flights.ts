import { always, type Span, unionOf } from './flight.ts';

interface Counted {
  readonly span: Span;
  readonly lineItems: number;
}

/** The flights of a campaign's line items, and what they come to together. Never changed in place. */
export class CampaignFlights {
  static readonly none: CampaignFlights = new CampaignFlights(new Map(), 0);

  /** When any of the line items can spend; always, where there are none. */
  readonly union: readonly Span[];
  readonly #counted: ReadonlyMap<string, Counted>;
  readonly #lineItems: number;

  private constructor(counted: ReadonlyMap<string, Counted>, lineItems: number, union?: readonly Span[]) {
    this.#counted = counted;
    this.#lineItems = lineItems;
    this.union =
      union ?? (lineItems === 0 ? [always] : unionOf([...counted.values()].map(({ span }) => span)));
  }

  /** With a line item more (1) or less (-1); its flight is undefined where it is empty. */
  counting(flight: Span | undefined, change: 1 | -1): CampaignFlights {
    const lineItems = this.#lineItems + change;
    if (flight === undefined) return new CampaignFlights(this.#counted, lineItems);
    const key = `${flight.from}/${flight.to}`;
    const alike = (this.#counted.get(key)?.lineItems ?? 0) + change;
    const counted = new Map(this.#counted);
    if (alike === 0) counted.delete(key);
    else counted.set(key, { span: flight, lineItems: alike });
    // Most line items of a campaign have the same flight: what they come to is put together anew only for a new one.
    const sameFlights = counted.size === this.#counted.size;
    return new CampaignFlights(counted, lineItems, sameFlights ? this.union : undefined);
  }
}
