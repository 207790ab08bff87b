import { createRequire } from 'node:module';

/** Where the system keeps secrets of its users: Keychain, Credential Manager, or Secret Service. */
export interface Keychain {
  /** The secret of a name; `undefined` where there is none. Throws where the keychain is locked or gone. */
  read(name: string): string | undefined;
  /** Throws where the keychain is locked or gone. */
  write(name: string, secret: string): void;
  /** Throws where the keychain is locked or gone. */
  remove(name: string): void;
}

const service = 'adsync';
const probe = 'adsync probe';
// Without a schema, which every start of the program would load.
const load: (name: '@napi-rs/keyring') => typeof import('@napi-rs/keyring') = createRequire(import.meta.url);

/** The system's keychain; `undefined` where none runs, or its library has no part for this machine. */
export function systemKeychain(): Keychain | undefined {
  try {
    // Native code of a megabyte or three, which only profiles in a keychain need.
    const { Entry } = load('@napi-rs/keyring');
    // The kernel's keyring, which the library falls back to, forgets all at a restart.
    const entry = (name: string) => new Entry(service, name, { linux: { store: 'secret-service' } });
    entry(probe).getPassword();
    return {
      read: (name) => entry(name).getPassword() ?? undefined,
      write: (name, secret) => entry(name).setPassword(secret),
      remove: (name) => void entry(name).deletePassword(),
    };
  } catch {
    return undefined;
  }
}
