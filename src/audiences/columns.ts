/** An attribute that a member may go by (F-audience-09). */
export interface Column {
  readonly name: string;
  /** Hashed before it is stored or sent; only the id of a partner is not. */
  readonly hashed: boolean;
  /** What parts several values in a cell. */
  readonly separator: RegExp;
  /** The form that is hashed; `undefined` for what is no such value. */
  normal(text: string): string | undefined;
  /** What to write, for people. */
  readonly form: string;
}

const separator = /[;,]/;

/**
 * The columns of a file of members. Before hashing, a value is trimmed, and: e-mail addresses, handles (without @) and
 * device ids are put into lower case; telephone numbers are reduced to + and digits.
 */
export const columns: readonly Column[] = [
  {
    name: 'email',
    hashed: true,
    separator,
    normal: (text) => matching(text.toLowerCase(), /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/),
    form: 'an e-mail address',
  },
  {
    name: 'phone_number',
    hashed: true,
    separator,
    normal: (text) => matching(text.replace(/^00/, '+').replace(/[\s().\-/]/g, ''), /^\+[1-9]\d{6,14}$/),
    form: 'a telephone number with + and the code of the country',
  },
  {
    name: 'handle',
    hashed: true,
    separator,
    normal: (text) => matching(text.replace(/^@/, '').toLowerCase(), /^\w{1,15}$/),
    form: 'a handle of up to 15 letters, digits and underscores',
  },
  {
    name: 'device_id',
    hashed: true,
    separator,
    normal: (text) =>
      matching(text.toLowerCase(), /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16})$/),
    form: 'the advertising id of a device',
  },
  {
    name: 'platform_id',
    hashed: true,
    separator,
    normal: (text) => matching(text, /^[1-9]\d{0,18}$/),
    form: 'the id of a user, a number',
  },
  {
    name: 'partner_user_id',
    hashed: false,
    separator: /;/,
    normal: (text) => (Array.from(text).length > 255 ? undefined : text),
    form: 'an id of a partner, up to 255 characters',
  },
];

/** The names of the columns, for people. */
export const columnNames = columns.map(({ name }) => name).join(', ');

function matching(text: string, pattern: RegExp): string | undefined {
  return pattern.test(text) ? text : undefined;
}
