import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { ownValue } from '../schemas/values.ts';

const longestKey = 48;

/** Gives each record of a section a key that no other has; the same records in the same order have the same keys. */
export interface KeyBook {
  keyFor(kind: Kind, record: LiveRecord): string;
}

/**
 * A book without keys, for one section, or for sections whose keys must differ. Keys do not say again what they stand
 * under: `above` is the key of that.
 */
export function createKeyBook(above: string): KeyBook {
  const taken = new Set<string>();
  const prefix = `${above}-`;
  return {
    keyFor: (kind, record) => {
      const whole = wishedKey(kind, record);
      const wished = whole.startsWith(prefix) ? whole.slice(prefix.length) : whole;
      let key = wished;
      for (let number = 2; taken.has(key); number += 1) key = `${wished}-${number}`;
      taken.add(key);
      return key;
    },
  };
}

/**
 * A text as a key: `Frühling & Sommer` gives `fruhling-sommer`. Empty where no letter or digit of it can stand in one.
 */
export function slug(text: string): string {
  const whole = text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (whole.length <= longestKey) return whole;
  const cut = whole.slice(0, longestKey);
  // Words stay whole, unless there is one only.
  return (/^(.{12,})-/.exec(cut)?.[1] ?? cut).replace(/-$/, '');
}

/** By its name, else by what it says, what it is or what tells it from its siblings; by its id where that makes no key. */
function wishedKey(kind: Kind, { id, fields }: LiveRecord): string {
  const { name, text, type } = kind.fields;
  const wires = [name?.wire, text?.wire, type?.wire, ...kind.naturalKey];
  const values = wires.flatMap((wire) =>
    wire === undefined || wire === kind.parentField ? [] : [ownValue(fields, wire)],
  );
  const told = values.find((value) => typeof value === 'string' && value !== '');
  const key = typeof told === 'string' ? slug(told) : '';
  return key === '' ? slug(`${kind.title} ${id}`) : key;
}
