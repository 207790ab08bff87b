import { printable } from '../diagnostics/display-text.ts';
import type { Stop } from './stop.ts';

/** Who stopped an account, when and why: `the stop 1a2b3c4d of 2026-11-23T13:00:00Z by ann@host ("budget ran away")`. */
export function describeStop({ id, at, by, reason }: Stop): string {
  return `the stop ${id} of ${at} by ${printable(by)} ("${printable(reason)}")`;
}
