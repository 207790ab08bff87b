import { inputById } from './elements.ts';

/** The number in an input field; nothing where the field is empty. */
export function numberIn(id: string): number | undefined {
  const { value } = inputById(id);
  return value === '' ? undefined : Number(value);
}
