import { isWithinAny } from '../../schemas/address.ts';

/** What the user agreed to on the command line; a saved plan keeps it. */
export interface Consents {
  readonly adopt: {
    /** `--adopt` without an address. */
    readonly all: boolean;
    /** `--adopt ADDRESS`, or `--adopt ADDRESS=ID` with the chosen id. */
    readonly addresses: ReadonlyMap<string, string | undefined>;
  };
  readonly undoDrift: readonly string[];
  readonly allowRecreate: readonly string[];
  /** Addresses that may go with what other people's things hang on; what stands beneath them too. */
  readonly takeAlong: readonly string[];
  /** Names of rules. */
  readonly override: readonly string[];
  /** What a stop has paused stays PAUSED, whatever the document says, and all else is applied. */
  readonly keepStopped: boolean;
}

/** The consents of a run that nobody has agreed to anything for. */
export const nothingAgreed: Consents = {
  adopt: { all: false, addresses: new Map() },
  undoDrift: [],
  allowRecreate: [],
  takeAlong: [],
  override: [],
  keepStopped: false,
};

/** True where `--adopt` covers an address. */
export function mayAdopt(consents: Consents, address: string): boolean {
  if (consents.adopt.all) return true;
  return isWithinAny(address, [...consents.adopt.addresses.keys()]);
}

/** The consents as the plan records them, sorted. */
export function consentList(consents: Consents): { consent: string; address: string }[] {
  const chosen = [...consents.adopt.addresses].map(([address, id]) =>
    id === undefined ? address : `${address}=${id}`,
  );
  return [
    ...named('adopt', consents.adopt.all ? ['*', ...chosen] : chosen),
    ...named('undo-drift', consents.undoDrift),
    ...named('allow-recreate', consents.allowRecreate),
    ...named('take-along', consents.takeAlong),
    ...named('override', consents.override),
    ...named('keep-stopped', consents.keepStopped ? ['*'] : []),
  ];
}

function named(consent: string, addresses: readonly string[]): { consent: string; address: string }[] {
  return [...addresses].sort().map((address) => ({ consent, address }));
}

/** The ids chosen by `ADDRESS=ID`, by address; `undefined` for an address alone. */
export function chosenRecords(given: readonly string[]): Consents['adopt']['addresses'] {
  return new Map(
    given.map((each): [string, string | undefined] => {
      const end = each.indexOf('=');
      return end === -1 ? [each, undefined] : [each.slice(0, end), each.slice(end + 1)];
    }),
  );
}

/** The consents that a saved plan records. */
export function consentsFrom(
  list: readonly { readonly consent: string; readonly address: string }[],
): Consents {
  const given = (consent: string): string[] =>
    list.filter((each) => each.consent === consent).map(({ address }) => address);
  const adopted = given('adopt');
  return {
    adopt: { all: adopted.includes('*'), addresses: chosenRecords(adopted.filter((each) => each !== '*')) },
    undoDrift: given('undo-drift'),
    allowRecreate: given('allow-recreate'),
    takeAlong: given('take-along'),
    override: given('override'),
    keepStopped: given('keep-stopped').length > 0,
  };
}
