import type { DesiredDocument } from '../schemas/desired.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { KnownIds } from './document-value.ts';

/** What others refer to a resource by, by its address. */
export type IdsByAddress = ReadonlyMap<string, string>;

/** The keys and ids that a resource of an account can refer to: what stands right in an account. */
export function createKnownIds(
  document: DesiredDocument,
  ids: IdsByAddress,
): (accountKey: string) => KnownIds {
  const addresses = new Map<string, string>();
  for (const { address, kind, accountKey } of document.resources) {
    const id = ids.get(address);
    // What stands deeper has no key that a reference could name.
    if (id === undefined || address.split('/').length !== 3) continue;
    addresses.set(`${kind} ${accountKey} ${id}`, address);
    addresses.set(`${kind} ${id}`, addresses.get(`${kind} ${id}`) ?? address);
  }
  return (accountKey) => ({
    idOf: ({ key, key_of: [kind = ''] }) => {
      const at = key.indexOf('/');
      const account = at === -1 ? accountKey : key.slice(0, at);
      return ids.get(`${account}/${kindNamed(kind).section}/${key.slice(at + 1)}`);
    },
    keyOf: (kinds, id) => {
      const here = kinds.map((kind) => addresses.get(`${kind} ${accountKey} ${id}`));
      const anywhere = kinds.map((kind) => addresses.get(`${kind} ${id}`));
      const address = [...here, ...anywhere].find((each) => each !== undefined);
      const [account, , key] = address?.split('/') ?? [];
      return account === accountKey || key === undefined ? key : `${account}/${key}`;
    },
  });
}
