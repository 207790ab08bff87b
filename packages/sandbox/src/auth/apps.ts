import { keptRecords } from '../engine/kept-records.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn, textsIn } from '../value.ts';
import type { World } from '../world/world.ts';

/** The application that the default seed knows, and whose keys a sandbox hands out. */
export const defaultApplication = {
  id: '27000001',
  consumerKey: 'sandboxConsumerKey',
  consumerSecret: 'sandboxConsumerSecret',
};

// A seed that says nothing about callbacks lets programs on this machine listen wherever they find a port.
const loopbackCallbacks = ['http://127.0.0.1:*/**', 'http://localhost:*/**', 'http://[::1]:*/**'];

/**
 * The registered applications with their settings: the callbacks that requests may name (`*` one segment, `**` any),
 * whether users sign in through it without approving again (F-auth-07, F-auth-09), and its owner.
 */
export const apps = keptRecords({
  collection: 'apps',
  label: 'App',
  ids: { prefix: '', start: 27_000_001, radix: 10 },
  indexed: ['consumer_key'],
  fields: {
    name: 'text',
    consumer_key: 'text',
    consumer_secret: 'text',
    callbacks: 'texts',
    sign_in: 'boolean',
    /** `read` or `write`: what a token gets where the request token says nothing. */
    access: 'text',
    owner_user_id: 'text?',
  },
  blank: () => ({ callbacks: loopbackCallbacks, sign_in: true, access: 'write', owner_user_id: null }),
  plausible: ({ id }) => ({
    name: `App ${id}`,
    consumer_key: `sandboxConsumerKey${id}`,
    consumer_secret: `sandboxConsumerSecret${id}`,
  }),
});

/** The application with these keys; undefined for an unknown key. */
export function appOfKey({ store }: World, consumerKey: string): StoredRecord | undefined {
  for (const app of store.in(apps.collection, 'consumer_key', consumerKey)) return app;
  return undefined;
}

/** The user who owns the application: the one it names, else the first there is. */
export function ownerOf({ store }: World, app: StoredRecord): StoredRecord | undefined {
  const named = textIn(app, 'owner_user_id');
  if (named !== null) return store.get('users', named);
  for (const user of store.all('users')) return user;
  return undefined;
}

/** The callback patterns of the application's settings. */
export function callbacksOf(app: StoredRecord): readonly string[] {
  return textsIn(app, 'callbacks');
}
