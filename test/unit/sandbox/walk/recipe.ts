/** Values by the name of a parameter. */
export type Values = Readonly<Record<string, unknown>>;

/** Who sends a call: by the token of a user, by an application's bearer token, or signed in a way of its own. */
export type Caller = 'admin' | 'manager' | 'bearer';

/** How to make a valid call, where the inventory does not tell. */
export interface Recipe {
  /** Values of the path's parameters, beside the account. */
  readonly path?: Values;
  /** What a valid call must carry, by parameter. */
  readonly params?: Values;
  /** The JSON body of a valid call. */
  readonly body?: unknown;
  /** A JSON list of so many valid members, where members may not be alike. */
  readonly many?: (count: number) => readonly unknown[];
  /** A valid value of a parameter, where its type does not tell one. */
  readonly values?: Values;
  /** Further values that must be refused, where the inventory leaves the check open. */
  readonly wrong?: Readonly<Record<string, readonly unknown[]>>;
  /** Parameters in the path of which every value is valid. */
  readonly anything?: readonly string[];
  /** Valid members of a list, as many as there may be and one more. */
  readonly items?: Readonly<Record<string, (index: number) => string>>;
  /** What must go along with a parameter, or, as `name=value`, with one value of it. */
  readonly beside?: Readonly<Record<string, Values>>;
  /** What must not be sent together with a parameter. */
  readonly drop?: Readonly<Record<string, readonly string[]>>;
  /** What the parameter is called on the wire, where the documentation does not show it. */
  readonly wire?: Readonly<Record<string, string>>;
  /** ACCOUNT_ADMIN unless said otherwise. */
  readonly as?: Caller;
  /** The data in the answer, where it is not what the inventory's envelope says. */
  readonly data?: 'record' | 'none';
  /** In public it is known as a list of one (F-request-07). */
  readonly listOfOne?: true;
}
