/** Decimal units from micro units: 55000000 gives `55.00`; digits beyond the cents appear only where they are not zero. */
export function moneyText(micro: bigint): string {
  const fraction = (micro % 1_000_000n)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${micro / 1_000_000n}.${fraction}`;
}

/** An amount with as many decimals as the old one has, or with those it needs: `60.00` in place of `55.00`, `60` of `55`. */
export function likeOldMoney(amount: string, old: string): string {
  const decimals = /^\d+(?:\.(\d+))?$/.exec(old)?.[1]?.length ?? (/^\d+$/.test(old) ? 0 : 2);
  const [whole = '', fraction = ''] = amount.split('.');
  const needed = fraction.replace(/0+$/, '');
  const shown = needed.padEnd(decimals === 0 && needed !== '' ? 2 : decimals, '0');
  return shown === '' ? whole : `${whole}.${shown}`;
}
