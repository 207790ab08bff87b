import type { EndpointRow } from '../../test/unit/sandbox/walk/inventory.ts';

/** What an answer is: one record, a list to be read on, records in order, the whole body, pairs or a page of text, events. */
export type Answered = 'record' | 'list' | 'records' | 'body' | 'pairs' | 'text' | 'stream';

/**
 * Where the method of an endpoint stands in the client, made of its path alone so that no other endpoint changes it: the
 * part of the platform, the words of the path, and a verb for the HTTP method. Versions are left out, but for those of the
 * advertising API that are not 12; so are accounts that something stands below.
 */
export function methodName(
  { method, path }: Pick<EndpointRow, 'method' | 'path'>,
  answered: Answered,
): readonly string[] {
  const [version = '', ...rest] = path.slice(1).split('/');
  const words = rest.filter((word) => !word.startsWith(':'));
  const isBelowAccount = words.length > 1 && /^(?:batch\/)?accounts\/:account_id\//.test(rest.join('/'));
  const shown = words.filter((word) => !isBelowAccount || word !== 'accounts').map(camelCase);
  return [
    ...partOf(version),
    ...(version.startsWith('oauth') ? [version] : []),
    ...shown,
    verbOf(method, rest, answered),
  ];
}

function partOf(version: string): readonly string[] {
  if (version === '2') return ['data'];
  if (version.startsWith('oauth') || version === '1.1') return ['auth'];
  return version === '12' ? ['ads'] : ['ads', `v${version}`];
}

function verbOf(method: string, rest: readonly string[], answered: Answered): string {
  const isOfOne = rest.at(-1)?.startsWith(':') === true;
  if (answered === 'stream') return 'listen';
  if (method === 'GET') return answered === 'list' && !isOfOne ? 'list' : 'get';
  if (method === 'DELETE') return isOfOne ? 'delete' : 'deleteMany';
  return method === 'POST' ? 'create' : 'update';
}

/** `funding_instruments` as `fundingInstruments`. */
export function camelCase(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]+(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** `Poll card` as `PollCard`. */
export function pascalCase(text: string): string {
  const name = camelCase(text.replace(/ \(.*$/, ''));
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
