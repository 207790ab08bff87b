/** A row of a report's list, as the page holds it. */
export interface RowData {
  readonly address: string;
  readonly name: string;
  /** Numbers of the account and of the kinds among the choices of the page. */
  readonly account: readonly number[];
  readonly kind: readonly number[];
  /** Numbers of the chips that keep the row; of a drift report the number of its state first. */
  readonly tags: readonly number[];
  /** `file:line`, where the document declares it. */
  readonly place?: string;
}

/** A line of a campaign: address, depth, sign, name, text, and why it is there. */
export type PlanLine = readonly [string | undefined, number, string, string, string, string];

/** A campaign of a plan. */
export interface PlanGroup extends RowData {
  /** How many changes there are of each sign. */
  readonly counts: Readonly<Record<string, number>>;
  readonly marks: readonly string[];
  /** The addresses of several that change alike. */
  readonly members?: readonly string[];
  /** The names of those, in the same order. */
  readonly memberNames?: readonly string[];
  readonly lines: readonly PlanLine[];
}

/** What the page of a plan holds. */
export interface PlanData {
  /** Every campaign is open at the start. */
  readonly openAll: boolean;
  readonly rows: readonly PlanGroup[];
}

/** A field: name, declared (in a list where nothing is), last applied, live, and 1 where the live value raises spending. */
export type DriftField = readonly [string, string | readonly [string], string, string, number];

/** A resource of a drift report. */
export interface DriftResource extends RowData {
  readonly id?: string;
  readonly updated?: string;
  readonly remark?: string;
  readonly fields?: readonly DriftField[];
}

/** What the page of a drift report holds. */
export interface DriftData {
  /** Titles of states and of kinds, by their numbers. */
  readonly states: readonly string[];
  readonly kinds: readonly string[];
  readonly rows: readonly DriftResource[];
}
