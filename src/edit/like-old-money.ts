/** An amount with as many decimals as the old one has, or with those it needs: `60.00` in place of `55.00`, `60` of `55`. */
export function likeOldMoney(amount: string, old: string): string {
  const decimals = /^\d+(?:\.(\d+))?$/.exec(old)?.[1]?.length ?? (/^\d+$/.test(old) ? 0 : 2);
  const [whole = '', fraction = ''] = amount.split('.');
  const needed = fraction.replace(/0+$/, '');
  const shown = needed.padEnd(decimals === 0 && needed !== '' ? 2 : decimals, '0');
  return shown === '' ? whole : `${whole}.${shown}`;
}
