import type { Plain } from '../config/plain.ts';
import { parseTime } from '../schemas/times.ts';

/** A single value in the manner of the one it replaces: decimals of money, the offset of a time, the case of `True`. */
export function keepStyle(typeName: string, plain: Plain, old: string | null): Plain {
  if (typeof plain !== 'string' || old === null) return plain;
  if (typeName === 'money') return likeOldMoney(plain, old);
  if (typeName === 'time') return likeOldTime(plain, old);
  return /^(?:True|False|TRUE|FALSE)$/.test(old) && /^(?:true|false)$/.test(plain)
    ? likeOldFlag(plain, old)
    : plain;
}

function likeOldFlag(plain: string, old: string): string {
  return old === old.toUpperCase() ? plain.toUpperCase() : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The same instant with the offset of the old time, where that has one other than UTC. */
function likeOldTime(time: string, old: string): string {
  const offset = 'time' in parseTime(old) ? /([+-])(\d{2}):?(\d{2})$/.exec(old) : null;
  if (offset === null) return time;
  const [written, sign, hours, minutes] = offset;
  const ms = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const local = new Date(Date.parse(time) + ms).toISOString();
  return /^\d{4}-/.test(local) ? `${local.slice(0, 19)}${written}` : time;
}

/** An amount with as many decimals as the old one has, or with those it needs: `60.00` in place of `55.00`, `60` of `55`. */
function likeOldMoney(amount: string, old: string): string {
  const decimals = /^\d+(?:\.(\d+))?$/.exec(old)?.[1]?.length ?? (/^\d+$/.test(old) ? 0 : 2);
  const [whole = '', fraction = ''] = amount.split('.');
  const needed = fraction.replace(/0+$/, '');
  const shown = needed.padEnd(decimals === 0 && needed !== '' ? 2 : decimals, '0');
  return shown === '' ? whole : `${whole}.${shown}`;
}
