import type { Amount, ItemSpec } from '../../../support/worlds/specs.ts';
import { firstAddress, type Moves, withMove } from './moves.ts';
import type { Edit, WholeCampaign, WholeSpec } from './whole-spec.ts';

/** A line of `removed`, in the file that declared what it names. */
export interface Removed {
  readonly from: string;
  readonly destroy: boolean;
  readonly file: WholeCampaign['file'];
}

/** What a document declares, and its lines of `moved` and `removed`. */
export interface Wanted {
  readonly campaigns: readonly WholeCampaign[];
  readonly moved: Moves;
  readonly removed: readonly Removed[];
}

const campaignAt = (key: string): string => `acme/campaigns/${key}`;
const itemAt = (campaign: string, key: string): string => `${campaignAt(campaign)}/line_items/${key}`;

/** Campaigns that stand in the account beside those of the document. */
type Beside = Pick<WholeSpec, 'other' | 'foreign'>;

/** The document after all edits. */
export function edited({ before, edits, ...beside }: Pick<WholeSpec, 'before' | 'edits'> & Beside): Wanted {
  let wanted: Wanted = { campaigns: before, moved: [], removed: [] };
  for (const each of edits) wanted = edit(wanted, each, beside);
  return { ...wanted, campaigns: wanted.campaigns.map(consistent) };
}

/** The document without what it says of the money of a campaign and its line items; `at` chooses the campaign. */
export function withLeftOut(before: readonly WholeCampaign[], at: number): Wanted {
  const unsaid = { status: undefined, daily: undefined, total: undefined };
  const campaigns = before.map((campaign, index) => {
    if (index !== at % before.length) return campaign;
    const items = campaign.items.map((item) => ({ ...item, ...unsaid, bid: undefined }));
    return consistent({ ...campaign, ...unsaid, items });
  });
  return { campaigns, moved: [], removed: [] };
}

function edit(wanted: Wanted, change: Edit, beside: Beside): Wanted {
  const { campaigns } = wanted;
  const { what, at } = change;
  const added = addedBy(change, campaigns.length, beside);
  if (added !== undefined) {
    const isTaken = campaigns.some(({ key }) => key === added.key);
    return isTaken ? wanted : { ...wanted, campaigns: [...campaigns, added] };
  }
  const campaign = campaigns[at % Math.max(1, campaigns.length)];
  if (campaign === undefined) return wanted;
  if (what === 'drop campaign')
    return { ...wanted, campaigns: campaigns.filter((each) => each !== campaign) };
  if (what === 'forget campaign' || what === 'remove campaign')
    return {
      ...withRemoval(wanted, campaign, campaignAt(campaign.key), what === 'remove campaign'),
      campaigns: campaigns.filter((each) => each !== campaign),
    };
  if (what === 'forget item') return itemForgotten(wanted, campaign, change);
  if (what === 'move item') return itemMoved(wanted, campaign, change);
  const changed = campaignEdits[what]?.(campaign, change) ?? withItem(campaign, change);
  const moves: Moves =
    what === 'move campaign' || what === 'move to other file'
      ? [[campaignAt(campaign.key), campaignAt(changed.key)]]
      : what === 'move item key'
        ? keyMoves(campaign, changed)
        : [];
  return {
    ...wanted,
    campaigns: campaigns.map((each) => (each === campaign ? changed : each)),
    moved: moves.reduce((all, [from, to]) => withMove(all, from, to), wanted.moved),
  };
}

/** A campaign that an edit adds: a new one, or one that has the key or the name of somebody else's. */
function addedBy(
  { what, fresh }: Edit,
  number: number,
  { other, foreign }: Beside,
): WholeCampaign | undefined {
  const key = `n${number}`;
  const theirs = other.campaigns[0] ?? fresh;
  if (what === 'add campaign') return { ...fresh, key, name: `new ${key}` };
  if (what === 'take over') return { ...fresh, key: theirs.key, name: `new ${key}` };
  if (what === 'take the name') return { ...fresh, key, name: theirs.name, instrument: theirs.instrument };
  const [unowned = fresh] = foreign;
  if (what === 'take an unowned name')
    return { ...fresh, key, name: unowned.name, instrument: unowned.instrument };
  return undefined;
}

function keyMoves(campaign: WholeCampaign, changed: WholeCampaign): Moves {
  return campaign.items.flatMap((item, index) => {
    const other = changed.items[index];
    return other === undefined || other.key === item.key
      ? []
      : [[itemAt(campaign.key, item.key), itemAt(campaign.key, other.key)] as const];
  });
}

/** A line item goes from its campaign to the next one, with a `moved` line. */
function itemMoved(wanted: Wanted, campaign: WholeCampaign, { item: place }: Edit): Wanted {
  const { campaigns } = wanted;
  const other = campaigns[(campaigns.indexOf(campaign) + 1) % campaigns.length];
  const item = campaign.items[place % Math.max(1, campaign.items.length)];
  if (other === undefined || other === campaign || item === undefined) return wanted;
  const moved = { ...item, key: `${item.key}m` };
  return {
    ...wanted,
    campaigns: campaigns.map((each) => {
      if (each === campaign) return { ...each, items: each.items.filter((own) => own !== item) };
      return each === other ? { ...each, items: [...each.items, moved] } : each;
    }),
    moved: withMove(wanted.moved, itemAt(campaign.key, item.key), itemAt(other.key, moved.key)),
  };
}

/** A line item is taken out, with a line of `removed` that keeps it on the platform. */
function itemForgotten(wanted: Wanted, campaign: WholeCampaign, { item: place }: Edit): Wanted {
  const item = campaign.items[place % Math.max(1, campaign.items.length)];
  if (item === undefined) return wanted;
  const items = campaign.items.filter((each) => each !== item);
  return {
    ...withRemoval(wanted, campaign, itemAt(campaign.key, item.key), false),
    campaigns: wanted.campaigns.map((each) => (each === campaign ? { ...each, items } : each)),
  };
}

function withRemoval(wanted: Wanted, { file }: WholeCampaign, address: string, destroy: boolean): Wanted {
  const from = firstAddress(wanted.moved, address);
  return { ...wanted, removed: [...wanted.removed, { from, destroy, file }] };
}

type CampaignEdit = (campaign: WholeCampaign, change: Edit) => WholeCampaign;
const underOtherKey: CampaignEdit = (campaign) => ({ ...campaign, key: `${campaign.key}k` });
const inOtherFile: CampaignEdit = (campaign) => ({
  ...campaign,
  file: campaign.file === 'a.yaml' ? 'b.yaml' : 'a.yaml',
});
const inOtherFileUnderOtherKey: CampaignEdit = (campaign, change) =>
  underOtherKey(inOtherFile(campaign, change), change);

const campaignEdits: { readonly [What in Edit['what']]?: CampaignEdit } = {
  'campaign status': (campaign, { fresh }) => ({ ...campaign, status: fresh.status }),
  'campaign daily': (campaign, { amount }) => ({ ...campaign, daily: amount }),
  'campaign total': (campaign, { fresh }) => ({ ...campaign, total: fresh.total }),
  optimization: (campaign) => ({
    ...campaign,
    optimization: campaign.optimization === 'CAMPAIGN' ? 'LINE_ITEM' : 'CAMPAIGN',
  }),
  instrument: (campaign) => ({ ...campaign, instrument: campaign.instrument === 'fiu' ? 'fie' : 'fiu' }),
  'rekey campaign': underOtherKey,
  'move campaign': underOtherKey,
  'to other file': inOtherFile,
  'to other file under other key': inOtherFileUnderOtherKey,
  'move to other file': inOtherFileUnderOtherKey,
  rename: (campaign) => ({ ...campaign, name: `${campaign.name} renamed` }),
  'undeclare campaign': (campaign) => ({
    ...campaign,
    status: undefined,
    daily: undefined,
    total: undefined,
  }),
  'ignore campaign': (campaign, { fresh }) => ({ ...campaign, ignored: fresh.ignored }),
  objective: (campaign) => ({ ...campaign, items: campaign.items.map(otherObjective) }),
  'add item': (campaign, { fresh }) => ({
    ...campaign,
    items: [...campaign.items, ...newItem(campaign, fresh)],
  }),
};

/** All line items of a campaign share the objective. */
function otherObjective(item: ItemSpec): ItemSpec {
  return { ...item, objective: item.objective === 'ENGAGEMENTS' ? 'VIDEO_VIEWS' : 'ENGAGEMENTS' };
}

function newItem(campaign: WholeCampaign, { items }: WholeCampaign): readonly ItemSpec[] {
  const key = `w${campaign.items.length}`;
  const [first] = items;
  if (first === undefined || campaign.items.some((each) => each.key === key)) return [];
  return [{ ...first, key, name: `item ${key}` }];
}

function withItem(campaign: WholeCampaign, change: Edit): WholeCampaign {
  const place = change.item % Math.max(1, campaign.items.length);
  return {
    ...campaign,
    items: campaign.items.flatMap((item, index) => (index === place ? itemChanged(item, change) : [item])),
  };
}

type ItemEdit = (item: ItemSpec, change: Edit) => Partial<ItemSpec>;
const itemUnderOtherKey: ItemEdit = ({ key }) => ({ key: `${key}k` });

const itemEdits: { readonly [What in Edit['what']]?: ItemEdit } = {
  'drop word': ({ words }) => ({ words: words.slice(1) }),
  'add word': ({ words }) => ({ words: [...new Set([...words, 'more'])] }),
  'swap words': ({ words }) => ({
    words: words.map((word) => (word.endsWith('2') ? word : `${word}2`)),
  }),
  'item status': (_item, { fresh }) => ({ status: fresh.status }),
  'item daily': (_item, { amount }) => ({ daily: amount }),
  'item total': (_item, { fresh }) => ({ total: fresh.total }),
  bid: (_item, { amount }) => ({ bid: typeof amount === 'number' ? amount : undefined }),
  flight: (_item, { flight }) => ({ flight }),
  placement: ({ placement }) => ({
    placement: placement === 'ALL_ON_TWITTER' ? 'TWITTER_TIMELINE' : 'ALL_ON_TWITTER',
  }),
  'rekey item': itemUnderOtherKey,
  'move item key': itemUnderOtherKey,
  'undeclare item': () => ({ status: undefined, daily: undefined, total: undefined, bid: undefined }),
  'ignore item': (_item, { fresh }) => ({ ignored: fresh.ignored }),
  'ignore words': ({ ignored }) => ({ ignored: [...ignored, 'targeting'] }),
};

function itemChanged(item: ItemSpec, change: Edit): readonly ItemSpec[] {
  if (change.what === 'drop item') return [];
  return [{ ...item, ...itemEdits[change.what]?.(item, change) }];
}

const budgeted = 20_000_000_000;

/** The campaign without what the rules of the platform refuse in any document: nobody could write that. */
export function consistent(campaign: WholeCampaign): WholeCampaign {
  const holdsBudget = campaign.optimization === 'CAMPAIGN';
  const daily = holdsBudget ? campaign.daily : campaign.daily === undefined ? undefined : null;
  const least = typeof daily === 'number' ? daily : 0;
  const total =
    holdsBudget && typeof daily !== 'number' && typeof campaign.total !== 'number'
      ? budgeted
      : typeof campaign.total === 'number'
        ? Math.max(least, campaign.total)
        : campaign.total;
  const objective = campaign.items[0]?.objective ?? 'ENGAGEMENTS';
  const items = campaign.items.map((item) => ({
    ...consistentItem(item, holdsBudget, total),
    objective,
  }));
  return { ...campaign, daily, total, items };
}

function consistentItem(item: ItemSpec, parentHolds: boolean, above: Amount): ItemSpec {
  if (parentHolds) return { ...item, daily: unset(item.daily), total: unset(item.total) };
  if (typeof item.total !== 'number') return item;
  const total = typeof above === 'number' ? Math.min(above, item.total) : item.total;
  return typeof item.daily === 'number'
    ? { ...item, total, daily: Math.min(total, item.daily) }
    : { ...item, total };
}

function unset(amount: Amount): null | undefined {
  return amount === undefined ? undefined : null;
}
