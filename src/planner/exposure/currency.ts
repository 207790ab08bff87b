import { parentAddress } from '../../schemas/address.ts';
import { isIdOf, type Value } from '../../schemas/values.ts';
import type { LiveIndex } from '../match/live-index.ts';
import type { Subject } from '../match/subject.ts';

export interface CurrencyLookup {
  /** The currency of a resource's amounts: its own, its funding instrument's, or its parent's. */
  readonly of: (subject: Subject) => string | null;
  /** The currency of a funding instrument, by id or by address. */
  readonly ofInstrument: (instrument: Value | undefined) => string;
}

/** Money is in the currency of the funding instrument: an account has none of its own. */
export function currencyLookup(subjects: readonly Subject[], live: LiveIndex): CurrencyLookup {
  const byAddress = new Map(subjects.map((subject) => [subject.address, subject]));
  const instruments = new Map(
    live
      .all()
      .filter(({ kind }) => kind === 'funding_instrument')
      .map((record) => [record.id, record.fields['currency']]),
  );
  const known = (instrument: Value | undefined): Value | undefined => {
    if (isIdOf(instrument)) return byAddress.get(instrument.id_of)?.wanted['currency'];
    return typeof instrument === 'string' ? instruments.get(instrument) : undefined;
  };
  const ofInstrument = (instrument: Value | undefined): string => text(known(instrument)) ?? '';
  const of = (subject: Subject): string | null => {
    const own = text(subject.live?.fields['currency']) ?? text(subject.wanted['currency']);
    if (own !== undefined) return own;
    const funded = ofInstrument(subject.wanted['funding_instrument_id']);
    if (funded !== '') return funded;
    const parent = parentAddress(subject.address);
    const above = parent === undefined ? undefined : byAddress.get(parent);
    return above === undefined ? null : of(above);
  };
  return { of, ofInstrument };
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
