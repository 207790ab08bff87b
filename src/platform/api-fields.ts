import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';

/** A parameter of a call. */
export interface ApiField {
  readonly name: string;
  readonly value: string;
  /** Where the value is a number, `true`, `false` or `null`: as it is written in JSON. */
  readonly isLiteral: boolean;
}

/** A value that a JSON body is made of; the text of a leaf is JSON. */
type Node = string | Node[] | Map<string, Node>;

/** Names that the signature itself uses (F-auth-04), or that could not be signed. */
const reserved = new Set([
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_version',
  '__proto__',
]);

/**
 * Parameters of a query or a form, by name: null is an empty value, which unsets a field (F-request-03). Throws ADSYNC_USAGE
 * for a name that is there twice, for only one of them would count, and for one that belongs to the signature.
 */
export function pairsOf(fields: readonly ApiField[], signsToken: boolean): Readonly<Record<string, string>> {
  const pairs = new Map<string, string>();
  for (const { name, value, isLiteral } of fields) {
    if (pairs.has(name))
      throw usage(`the parameter ${printable(name)} is given twice`, 'Join the values of a list by commas.');
    if (name === '' || reserved.has(name) || (signsToken && name === 'oauth_token'))
      throw usage(`no parameter can be called ${JSON.stringify(name)}`, 'Requests are signed by themselves.');
    pairs.set(name, isLiteral && value === 'null' ? '' : value);
  }
  return Object.fromEntries(pairs);
}

/**
 * The text of a JSON object with the fields: `filter[user_id]` is a member of `filter`, `ids[]` the next value of a list.
 * Numbers stand as they were written. Throws ADSYNC_USAGE for names that contradict each other.
 */
export function jsonOfFields(fields: readonly ApiField[]): string {
  const root = new Map<string, Node>();
  for (const field of fields) {
    const [, first = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(field.name) ?? [];
    if (first === '')
      throw usage(
        `${JSON.stringify(field.name)} is no name of a field`,
        'Write name, name[member] or name[].',
      );
    const path = [first, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, name = '']) => name)];
    put(root, path, field);
  }
  return textOf(root);
}

function put(root: Map<string, Node>, path: readonly string[], { name, value, isLiteral }: ApiField): void {
  let at: Node = root;
  for (const [index, part] of path.entries()) {
    const next = path[index + 1];
    const leaf = isLiteral ? value : JSON.stringify(value);
    at = step(at, part, {
      made: next === undefined ? leaf : next === '' ? [] : new Map(),
      isLeaf: next === undefined,
      name,
    });
  }
}

/** Goes to a member of an object, or to the next value of a list, which is made where it is not there yet. */
function step(
  at: Node,
  part: string,
  { made, isLeaf, name }: { readonly made: Node; readonly isLeaf: boolean; readonly name: string },
): Node {
  if (Array.isArray(at) && part === '') {
    at.push(made);
    return made;
  }
  if (!(at instanceof Map) || part === '') throw contradiction(name);
  const found = at.get(part);
  if (found === undefined) {
    at.set(part, made);
    return made;
  }
  if (isLeaf || typeof found === 'string' || Array.isArray(found) !== Array.isArray(made))
    throw contradiction(name);
  return found;
}

function contradiction(name: string): AdsyncError {
  return usage(
    `the field ${printable(name)} stands where another one is already`,
    'Give each field once; name[] adds a value to a list.',
  );
}

function textOf(node: Node): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return `[${node.map(textOf).join(',')}]`;
  return `{${Array.from(node, ([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`;
}

function usage(message: string, remedy: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', message, { remedy });
}
