import type { CST } from 'yaml';
import type { MemberEdits } from './member-edits.ts';
import { contentEnd, itemEnd, itemStart } from './spans.ts';
import { cut, insertion, type Splice } from './splice.ts';
import type { Slot } from './syntax.ts';

/** The splices for members of `[ ]` or `{ }`: each goes with its comma, and comes with one. */
export function editFlow(
  slot: Slot,
  collection: CST.FlowCollection,
  items: readonly CST.CollectionItem[],
  { removed, inserted }: MemberEdits,
): readonly Splice[] {
  const leading = items.findIndex((_, index) => !removed.has(index));
  const first = items[leading];
  if (first === undefined) return [filled(collection, [...inserted.values()].flat())];
  const splices: Splice[] = [];
  if (leading > 0) splices.push(cut(itemStart(items[0] ?? first), itemStart(first)));
  for (const index of removed) {
    const item = items[index];
    if (item !== undefined && index > leading) splices.push(cut(commaOf(item), itemEnd(item)));
  }
  const between = separatorOf(slot.file.source.text, items);
  for (const [index, texts] of inserted) {
    const anchor = items.findLast((_, each) => each <= index && !removed.has(each));
    splices.push(
      anchor === undefined
        ? insertion(itemStart(items[0] ?? first), texts.map((text) => text + between).join(''))
        : insertion(itemEnd(anchor), texts.map((text) => between + text).join('')),
    );
  }
  return splices;
}

function filled(collection: CST.FlowCollection, texts: readonly string[]): Splice {
  const from = collection.start.offset + 1;
  const pad = collection.start.source === '{' && texts.length > 0 ? ' ' : '';
  return { from, to: (contentEnd(collection) ?? from + 1) - 1, text: `${pad}${texts.join(', ')}${pad}` };
}

/** A comma and what follows it, as the last member has it, where that is blanks or one new line. */
function separatorOf(text: string, items: readonly CST.CollectionItem[]): string {
  const last = items.length > 1 ? items.at(-1) : undefined;
  const written = last === undefined ? '' : text.slice(commaOf(last), itemStart(last));
  return /^,[ \t]*(?:\r?\n[ \t]*)?$/.test(written) ? written : ', ';
}

function commaOf({ start }: CST.CollectionItem): number | undefined {
  return start.find(({ type }) => type === 'comma')?.offset;
}
