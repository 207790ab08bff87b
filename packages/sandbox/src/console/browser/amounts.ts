/** An amount of micro units in units of its currency; a currency that is not known has two digits. */
export interface Amount {
  /** As people write it: `1,250.00 USD`. */
  readonly shown: string;
  /** As a field of a form takes it: `1250.00`. */
  readonly typed: string;
}

/** The amount of micro units, which JSON may hold as a number or, beyond 2^53, as a text; undefined for anything else. */
export function amountOf(micro: unknown, currency: unknown): Amount | undefined {
  const [, sign, digits] = /^(-?)(\d+)$/.exec(String(micro)) ?? [];
  if (sign === undefined || digits === undefined || typeof micro === 'boolean') return undefined;
  const padded = digits.padStart(7, '0');
  const [whole, parts] = [padded.slice(0, -6), padded.slice(-6)];
  const kept = parts.replace(/0+$/, '').padEnd(digitsOf(currency), '0');
  const [groups, fraction] = [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), kept === '' ? '' : `.${kept}`];
  const unit = typeof currency === 'string' ? ` ${currency}` : '';
  return { shown: `${sign}${groups}${fraction}${unit}`, typed: `${sign}${whole}${fraction}` };
}

/** The micro units of an amount as it was typed, as a text of digits; undefined for what is no amount. */
export function microOf(typed: string): string | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,6}))?$/.exec(typed.trim()) ?? [];
  if (sign === undefined || whole === undefined) return undefined;
  return `${sign}${BigInt(whole + fraction.padEnd(6, '0'))}`;
}

function digitsOf(currency: unknown): number {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 2;
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}
