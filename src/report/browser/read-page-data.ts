import { byId } from './elements.ts';

/** What the page holds as data: the program that wrote this script into the page wrote the data too. */
export function pageData<Data>(): Data {
  return JSON.parse(byId('data').textContent);
}
