import type { CST } from 'yaml';
import { lineStart } from '../lines.ts';
import { contentEnd, itemStart } from '../spans.ts';
import { CannotFormat } from './cannot-format.ts';
import { keyHead, valueProps } from './item-head.ts';
import { keyOfItem } from './key-of-item.ts';
import { linesOfScalar } from './lines-of-scalar.ts';
import { type Role, roleBeneath } from './role.ts';
import { sortItems } from './sort-items.ts';

interface Member {
  readonly item: CST.CollectionItem;
  readonly lines: readonly string[];
  /** Comments on lines of their own, above it. */
  readonly above: readonly string[];
  /** The comment in its last line. */
  behind: string | undefined;
}

/**
 * A collection in brackets as lines: one, or, where it was written over several, one for each member. The last line is
 * the closing bracket, as deep as what holds it.
 */
export function flowLines(
  text: string,
  token: CST.FlowCollection,
  role: Role | undefined,
): readonly string[] {
  const open = token.start.source;
  const close = open === '{' ? '}' : ']';
  const { members, beneath } = membersOf(text, token, role);
  if (members.length === 0 && beneath.length === 0) return [open + close];
  const sorted = sortItems(members, role);
  if (!text.slice(token.offset, contentEnd(token)).includes('\n')) {
    const pad = open === '{' ? ' ' : '';
    return [`${open}${pad}${sorted.map(({ lines }) => lines.join('')).join(', ')}${pad}${close}`];
  }
  const inner = sorted.flatMap(({ lines, above, behind }, index) => {
    const comma = index < sorted.length - 1 ? ',' : '';
    const note = behind === undefined ? '' : ` ${behind}`;
    return [...above, ...lines.slice(0, -1), `${lines.at(-1) ?? ''}${comma}${note}`];
  });
  return [open, ...[...inner, ...beneath].map((line) => (line === '' ? '' : `  ${line}`)), close];
}

function membersOf(
  text: string,
  token: CST.FlowCollection,
  role: Role | undefined,
): { readonly members: readonly Member[]; readonly beneath: readonly string[] } {
  const members: Member[] = [];
  let waiting: string[] = [];
  const take = (tokens: readonly CST.SourceToken[]): void => {
    for (const { type, offset, source } of tokens) {
      if (type !== 'comment') continue;
      const isAlone = text.slice(lineStart(text, offset), offset).trim() === '';
      const last = members.at(-1);
      if (isAlone || last === undefined || last.behind !== undefined || waiting.length > 0)
        waiting.push(source.trimEnd());
      else last.behind = source.trimEnd();
    }
  };
  for (const item of token.items) {
    take(item.start);
    if (itemStart(item) === undefined) continue;
    members.push({ item, lines: memberLines(text, item, role), above: waiting, behind: undefined });
    waiting = [];
    take(item.sep ?? []);
    take(endOf(item.key));
    take(endOf(item.value));
  }
  return { members, beneath: waiting };
}

function endOf(token: CST.Token | null | undefined): readonly CST.SourceToken[] {
  return token && 'end' in token ? (token.end ?? []) : [];
}

function memberLines(text: string, item: CST.CollectionItem, role: Role | undefined): readonly string[] {
  const isPair = item.key !== undefined || item.sep !== undefined;
  const hasColon = item.sep?.some(({ type }) => type === 'map-value-ind') === true;
  const head = isPair ? keyHead(item) : '';
  const props = valueProps(item);
  const lines =
    item.value === undefined ? [''] : valueLines(text, item.value, roleBeneath(role, keyOfItem(item)));
  const lead = [isPair && !hasColon ? head.replace(/ ?:$/, '') : head, props]
    .filter((part) => part !== '')
    .join(' ');
  const [first = '', ...others] = lines;
  return [[lead, first].filter((part) => part !== '').join(' '), ...others];
}

function valueLines(text: string, token: CST.Token, role: Role | undefined): readonly string[] {
  if (token.type === 'flow-collection') return flowLines(text, token, role);
  if (token.type === 'scalar' || token.type === 'alias') return linesOfScalar(token);
  if (token.type === 'single-quoted-scalar' || token.type === 'double-quoted-scalar')
    return linesOfScalar(token);
  throw new CannotFormat(token.offset);
}
