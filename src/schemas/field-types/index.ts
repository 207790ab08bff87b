export { choice, choices } from './choice.ts';
export { money } from './money.ts';
export { reference, taggedReference } from './reference.ts';
export { template } from './refuse.ts';
export { list, type Members, record, recursive, variants } from './structure.ts';
export { id, text, texts } from './text.ts';
export { time } from './time.ts';
export { webAddress } from './web-address.ts';
export { flag, whole } from './whole.ts';
