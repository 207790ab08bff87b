/** What a parameter's value is, as data, so that checks and documentation come from one table. */
export type ParamType =
  | { readonly type: 'text'; readonly min: number; readonly max: number }
  | { readonly type: 'id' }
  | { readonly type: 'url' }
  | { readonly type: 'domain' }
  | { readonly type: 'currency' }
  | { readonly type: 'enum'; readonly values: readonly string[] }
  | { readonly type: 'boolean' }
  | { readonly type: 'int'; readonly min: number; readonly max: number }
  /** A 64-bit integer in micro units, in steps of the currency's smallest denomination. */
  | { readonly type: 'money'; readonly min: number }
  | { readonly type: 'long'; readonly min: number }
  | { readonly type: 'time' }
  /** Two numbers joined by an underscore (F-media-01). */
  | { readonly type: 'media_key' }
  /** `card://<id>` (F-card-07). */
  | { readonly type: 'card_uri' }
  /** ISO 3166-1 alpha-2. */
  | { readonly type: 'country' }
  | { readonly type: 'digits' }
  /** 64 hexadecimal digits. */
  | { readonly type: 'sha256' }
  /** A word, with its `#` or without; the length leaves the `#` out. */
  | { readonly type: 'hashtag'; readonly max: number }
  /** A JSON object; it may hold itself, which is why its members are asked for. */
  | { readonly type: 'object'; readonly name: string; readonly members: () => Params }
  /** A JSON object whose member `by` says what else it has. */
  | { readonly type: 'variant'; readonly by: string; readonly of: Readonly<Record<string, Params>> }
  | { readonly type: 'list'; readonly of: ParamType; readonly min: number; readonly max: number };

/** A parameter of a read. */
export interface Param {
  readonly is: ParamType;
  readonly required?: true;
  readonly default?: boolean | number | string;
}

export type Params = Readonly<Record<string, Param>>;

export function text(max: number, min = 1): ParamType {
  return { type: 'text', min, max };
}

export function oneOf(values: readonly string[]): ParamType {
  return { type: 'enum', values };
}

export function int(min: number, max: number): ParamType {
  return { type: 'int', min, max };
}

export function money(min = 0): ParamType {
  return { type: 'money', min };
}

export function listOf(of: ParamType, max = Number.MAX_SAFE_INTEGER): ParamType {
  return { type: 'list', of, min: 1, max };
}

export function hashtag(max: number): ParamType {
  return { type: 'hashtag', max };
}

export function objectOf(name: string, members: () => Params): ParamType {
  return { type: 'object', name, members };
}

export function variantOf(by: string, of: Readonly<Record<string, Params>>): ParamType {
  return { type: 'variant', by, of };
}

export const id: ParamType = { type: 'id' };
export const url: ParamType = { type: 'url' };
export const domain: ParamType = { type: 'domain' };
export const currency: ParamType = { type: 'currency' };
export const flag: ParamType = { type: 'boolean' };
export const time: ParamType = { type: 'time' };
export const mediaKey: ParamType = { type: 'media_key' };
export const cardUri: ParamType = { type: 'card_uri' };
export const country: ParamType = { type: 'country' };
export const digits: ParamType = { type: 'digits' };
export const sha256: ParamType = { type: 'sha256' };
export const long: ParamType = { type: 'long', min: 0 };

/** A list of at most 200 ids (F-list-02). */
export const idList: ParamType = listOf(id, 200);
