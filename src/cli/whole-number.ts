import { InvalidArgumentError } from 'commander';

/** Takes a whole number from 1. Throws InvalidArgumentError. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('write a whole number from 1.');
  return Number(text);
}
