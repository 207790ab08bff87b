import { parentAddress } from '../../schemas/address.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import { allKinds, fieldByWire } from '../../schemas/registry.ts';
import { isIdOf, type Value, type Values } from '../../schemas/values.ts';
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
  const funding = new Set(
    allKinds.flatMap((kind) => fieldByWire(kind, kind.spending?.fundedBy ?? '')?.type.refersTo ?? []),
  );
  const instruments = new Map(
    live
      .all()
      .filter(({ kind }) => funding.has(kind))
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
    const funded = ofInstrument(fundingOf(subject.kind, subject.wanted));
    if (funded !== '') return funded;
    const parent = parentAddress(subject.address);
    const above = parent === undefined ? undefined : byAddress.get(parent);
    return above === undefined ? null : of(above);
  };
  return { of, ofInstrument };
}

/** What a record of the kind is funded by, of values by wire name; `undefined` where its parent says that. */
export function fundingOf({ spending }: Kind, values: Values): Value | undefined {
  const fundedBy = spending?.fundedBy;
  return fundedBy === undefined ? undefined : values[fundedBy];
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
