import { printable } from '../diagnostics/display-text.ts';
import type { Why, WhyField, WhyOperation, WhyWait } from '../planner/why.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { Source } from '../schemas/desired.ts';
import type { Change } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import { isIdOf } from '../schemas/values.ts';
import { recordText } from './record-text.ts';
import { documentName, showValue } from './show-value.ts';
import type { Style } from './style.ts';
import { refusalsText } from './text/refusals-text.ts';
import { leavesFields } from './view/change-counts.ts';
import { refusalsOf } from './view/refusals.ts';

/** The explanation of one change, or of its absence, in sentences. Ends with a line feed. */
export function whyText(why: Why, style: Style): string {
  const { address, kind, id, fields } = why;
  const { title } = kindNamed(kind);
  const which = id === null ? title : `${title} ${printable(id)}`;
  const parts = [
    [`${style('bold', printable(address))}  ${which}`, sayWhat(why)],
    whereFrom(why),
    fields.map((field) => fieldLine(why, field)),
    platformLines(why),
    alongLines(why),
    requestLines(why),
    refusalsText(refusalsOf(why.violations), style).slice(0, -1),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const done: Readonly<Record<Change['action'], string>> = {
  create: 'It would be created',
  update: 'It would be updated',
  replace: 'It would be replaced by a new one',
  delete: 'It would be deleted',
  adopt: 'It would be adopted',
  move: 'It would only get another address',
  forget: 'It would be forgotten, and stay on the platform',
};
const fieldsLeftOut = 'It would stay as it is, with fewer of its fields managed';
const causes: Readonly<Record<Change['cause'], string>> = {
  config: 'the document asks for it',
  drift: 'it was changed on the platform',
  both: 'the document and the platform were both changed',
};

function sayWhat({ change, declared, live, violations, remembered }: Why): string {
  if (change !== null) {
    const reason = change.reason === undefined ? causes[change.cause] : printable(change.reason);
    const final = change.irreversible ? ' This cannot be undone.' : '';
    return `${leavesFields(change) ? fieldsLeftOut : done[change.action]}: ${reason}.${final}`;
  }
  if (violations.length > 0) return 'Nothing can be done as it is.';
  if (declared === null)
    return `Nothing changes: it is out of scope. ${printable(remembered?.file ?? 'Its file')} declared it, and was not read.`;
  return live === null ? 'Nothing changes.' : 'Nothing changes: what is declared is live.';
}

const origins = { created: 'created it', adopted: 'took it over', external: 'only refers to it' } as const;

function whereFrom(why: Why): readonly string[] {
  const { declared, live, change } = why;
  const seen = live?.updated_at ?? null;
  return [
    declared === null ? 'The document does not declare it.' : `Declared at ${placeText(declared)}.`,
    rememberedText(why),
    live === null
      ? notLive(why)
      : `It is live${seen === null ? '' : `, last changed there at ${printable(seen)}`}.`,
    ...(change?.moved_from === undefined ? [] : [`Its address was ${printable(change.moved_from)}.`]),
  ];
}

function rememberedText({ remembered, bound }: Why): string {
  if (remembered !== null) return `adsync ${origins[remembered.origin]}.`;
  if (bound === null) return 'The state does not know it.';
  return bound.rules.length === 0
    ? 'The state knows it by this key.'
    : `The state knows it by this key, with the policy of its last apply: ${bound.rules.map(printable).join(', ')}.`;
}

/** An account is there; only its settings may not have been read. */
function notLive({ kind }: Why): string {
  return kindNamed(kind).parent === undefined
    ? 'Its settings were not read, because the document manages none of them.'
    : 'It is not live.';
}

function placeText({ file, line, column }: Source): string {
  return `${printable(file)}:${line}:${column}`;
}

function fieldLine({ kind: name, currency }: Why, field: WhyField): string {
  const kind = kindNamed(name);
  const values = (['declared', 'live', 'applied'] as const).flatMap((side) => {
    const value = field[side];
    if (value === undefined) return [];
    const place = side === 'declared' && field.source !== null ? ` (${placeText(field.source)})` : '';
    // A reference is what the document says, whether its id is known or not.
    const shown = isIdOf(value) ? printable(value.id_of) : showValue(kind, field.field, value, currency);
    return [`${sides[side]} ${shown}${place}`];
  });
  const said = values.length === 0 ? '' : ` ${values.join(', ')}.`;
  return `  ${documentName(kind, field.field)}:${said} ${verdictOn(kind, field)}`;
}

const sides = { declared: 'declared', live: 'live', applied: 'last applied' } as const;
const verdicts: Readonly<Record<WhyField['changed_by'], string>> = {
  nobody: 'No change.',
  new: 'Sent with a new record.',
  config: 'The document changed it.',
  drift: 'The platform changed it.',
  both: 'The document and the platform both changed it.',
  no_longer_managed: 'The document manages it no longer: it stays as it is.',
  unchecked: 'The platform does not show it, so it is not checked.',
};

function verdictOn({ title }: Kind, { changed_by: by, in_place: inPlace }: WhyField): string {
  const isChange = by === 'config' || by === 'drift' || by === 'both';
  return isChange && !inPlace
    ? `${verdicts[by]} It cannot be changed on an existing ${title}.`
    : verdicts[by];
}

function platformLines({ kind, platform_can: can }: Why): readonly string[] {
  const { title } = kindNamed(kind);
  const verbs = (['create', 'update', 'delete'] as const).filter((verb) => can[verb]);
  const others = (['create', 'update', 'delete'] as const).filter((verb) => !can[verb]);
  return [
    ...(verbs.length === 0 ? [] : [`The platform can ${inWords(verbs, 'and')} this ${title}.`]),
    ...(others.length === 0 ? [] : [`adsync cannot ${inWords(others, 'or')} it there.`]),
  ];
}

function inWords(words: readonly string[], last: string): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.slice(-1).join('')}`;
}

/** So many addresses are named; of more, the number. */
const mostNamed = 5;

function named(addresses: readonly string[]): string {
  const shown = addresses.slice(0, mostNamed).map(printable).join(', ');
  const more = addresses.length - mostNamed;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function alongLines({ change }: Why): readonly string[] {
  const along = change?.takes_along ?? [];
  const others = (change?.others_along ?? []).map(recordText);
  return [
    ...(along.length === 0 ? [] : [`With it go or are made anew: ${named(along)}.`]),
    ...(others.length === 0 ? [] : [`With it goes what this plan does not manage: ${named(others)}.`]),
  ];
}

function requestLines({ operations, steps }: Why): readonly string[] {
  return operations.flatMap((operation) => [
    `Step ${operation.step} of ${steps} sends its ${operation.type.toLowerCase()}${loadText(operation)}.`,
    ...operation.waits.map((wait) => `  It waits for ${stepsText(wait)}: ${waitText(wait)}.`),
    ...usableLines(operation),
  ]);
}

/** Why the request comes after others, or before them: what it does to what is bounded. */
function loadText({ raises, lowers }: WhyOperation): string {
  const parts = [
    ...(raises.length === 0 ? [] : [`raises ${inWords(raises.map(quantityWords), 'and')}`]),
    ...(lowers.length === 0 ? [] : [`lowers ${inWords(lowers.map(quantityWords), 'and')}`]),
  ];
  return parts.length === 0 ? '' : `, which ${inWords(parts, 'and')}`;
}

/** The name of a bounded quantity, `exposure USD` for one, in words. */
function quantityWords(name: string): string {
  const [quantity = '', currency = ''] = name.split(' ');
  const words = quantities[quantity]?.replace('CURRENCY', printable(currency));
  return words ?? printable(name);
}

const quantities: Readonly<Record<string, string>> = {
  active_campaigns: 'the number of campaigns that count against the limit',
  line_items: 'the number of active line items',
  exposure: 'what can be spent a day in CURRENCY',
  uncapped: 'the number of things that spend CURRENCY without a daily cap',
};

function stepsText({ steps }: WhyWait): string {
  return `${steps.length === 1 ? 'step' : 'steps'} ${inWords(steps.map(String), 'and')}`;
}

function waitText({ for: relation, addresses, steps }: WhyWait): string {
  if (relation === 'own')
    return steps.length === 1 ? 'its own request before this one' : 'its own requests before this one';
  return `${relations[relation]} ${named(addresses)}`;
}

const relations = {
  room: 'the room that becomes free by',
  parent: 'it stands in',
  beneath: 'beneath it stands',
  reference: 'one of the two refers to the other:',
  use: 'the platform can use it only after',
  sibling: 'the order counts beneath one parent, after',
  batch: 'what goes in the same request waits for',
} as const;

function usableLines({ until_usable: addresses }: WhyOperation): readonly string[] {
  return addresses.length === 0 ? [] : [`  It waits until the platform can use ${named(addresses)}.`];
}
