import type { Amount, ItemSpec } from '../../../support/worlds/specs.ts';
import { edited } from './edited.ts';
import type { Outside, WholeCampaign, WholeSpec } from './whole-spec.ts';

/** A world in a few lines of text, for whoever looks into a finding. */
export function tellWorld(spec: WholeSpec): string {
  const { campaigns, moved, removed } = edited(spec);
  const { selection, other } = spec;
  const { reads, isGone, isOtherGone, isLegacy } = spec.files;
  const files = [
    `reads ${reads}`,
    ...(isGone ? ['b.yaml is gone'] : []),
    ...(isOtherGone ? ["the other project's file is gone"] : []),
    ...(isLegacy ? ['entries without projects'] : []),
  ];
  const agreed = [
    spec.undoDrift ? '--undo-drift acme' : '',
    spec.allowRecreate ? '--allow-recreate acme' : '',
    spec.adopt ? '--adopt' : '',
  ];
  return [
    ...spec.before.map((each) => `applied: ${campaignText(each)}`),
    ...(spec.leftOut === undefined ? [] : [`left out for one apply: the money of campaign ${spec.leftOut}`]),
    ...other.campaigns.map((each) => `other project: ${campaignText(each)}`),
    ...(other.guest === undefined ? [] : [`guest of the first campaign: ${itemText(other.guest)}`]),
    ...spec.foreign.map((each) => `foreign: ${campaignText(each)}`),
    ...spec.outside.map((each) => `outside: ${outsideText(each)}`),
    ...campaigns.map((each) => `wanted: ${campaignText(each)}`),
    ...moved.map(([from, to]) => `moved: ${from} to ${to}`),
    ...removed.map(({ from, destroy }) => `removed: ${from}${destroy ? ', destroyed' : ''}`),
    `files: ${files.join(', ')}`,
    ...(selection === undefined ? [] : [`selection: ${JSON.stringify(selection)}`]),
    ...spec.later.map((each) => `after the plan: ${outsideText(each)}`),
    `edits: ${spec.edits.map(({ what, at, item }) => `${what} ${at}.${item}`).join(', ')}`,
    `limit ${spec.activeLimit} ${spec.counts}, line items ${spec.itemLimit}, batch ${spec.batch}, most ${spec.maxDaily}, dice ${spec.dice}${spec.failing ? ', failing' : ''} ${agreed.join(' ').trim()}`,
  ].join('\n');
}

function campaignText({ items, ...campaign }: WholeCampaign): string {
  const { key, name, instrument, status, optimization, daily, total, ignored, allowReplace, file } = campaign;
  const more = [daily, total].map(amountText).join('/');
  const head = `${key} "${name}" ${instrument} ${status} ${optimization} ${more} ${handling(ignored, allowReplace)}${file}`;
  return [head, ...items.map(itemText)].join('\n    ');
}

function itemText(item: ItemSpec): string {
  const { key, status, daily, total, bid, flight, objective, placement, words, tags } = item;
  const more = [daily, total, bid].map(amountText).join('/');
  return `${key} ${status} ${more} ${flight.join(' to ')} ${objective} ${placement} ${handling(item.ignored, item.allowReplace)}words ${words.join(',')} tags ${tags.join(',')}`;
}

function handling(ignored: readonly string[], allowReplace: boolean): string {
  return `${ignored.length > 0 ? `ignoring ${ignored.join(',')} ` : ''}${allowReplace ? '' : 'not replaceable '}`;
}

function outsideText({ what, at, amount, flight }: Outside): string {
  return `${what} ${at} ${amountText(amount)} ${flight.join(' to ')}`;
}

function amountText(amount: Amount): string {
  return typeof amount === 'number' ? String(amount / 1_000_000) : String(amount);
}
