import type { DesiredResource } from '../../../src/schemas/desired.ts';
import { homeOf, type RememberedFile } from '../../../src/schemas/home.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { campaignFields, itemFields, tagFields, wordFields } from './fields.ts';
import type { CampaignSpec, ItemSpec } from './specs.ts';

/** The account that generated worlds live in. */
export const accountKey = 'acme';

/** Of what kind a resource is, what it stands beneath, and the file that declares it. */
interface Place {
  readonly kind: string;
  readonly parent: string | undefined;
  readonly home: RememberedFile;
}

/** A resource as the reader of YAML would give it. */
export function declared(
  address: string,
  { kind, parent, home }: Place,
  fields: Values,
  more: Partial<Pick<DesiredResource, 'id' | 'sets' | 'lifecycle'>> = {},
): DesiredResource {
  const source = { file: home.file, line: 1, column: 1 };
  const handling = {
    lifecycle: lifecycle({ ignored: [], allowReplace: false }),
    sets: [],
    id: undefined,
    ...more,
  };
  return { address, kind, accountKey, parent, fields, source, home, fieldSources: {}, ...handling };
}

function lifecycle({
  ignored,
  allowReplace,
}: Pick<CampaignSpec, 'ignored' | 'allowReplace'>): DesiredResource['lifecycle'] {
  return { preventDestroy: false, adopt: false, allowReplace, ignoreChanges: ignored };
}

/** What declares a campaign and all beneath it; `project` is the one whose file that is. */
export function campaignResources(campaign: CampaignSpec, project?: string): readonly DesiredResource[] {
  const home = homeOf({ file: campaign.file, project });
  const address = `${accountKey}/campaigns/${campaign.key}`;
  const place = { kind: 'campaign', parent: accountKey, home };
  return [
    declared(address, place, campaignFields(campaign), { lifecycle: lifecycle(campaign) }),
    ...campaign.items.flatMap((item) => itemResources(address, item, home)),
  ];
}

/** What declares a line item and all beneath it; `campaign` is the address that it stands beneath. */
export function itemResources(
  campaign: string,
  item: ItemSpec,
  home: RememberedFile,
): readonly DesiredResource[] {
  const at = `${campaign}/line_items/${item.key}`;
  const tags = item.tags.map((tag) =>
    declared(`${at}/tracking_tags/${tag}`, { kind: 'tracking_tag', parent: at, home }, tagFields(tag)),
  );
  const words = item.words.map((word) => {
    const place = { kind: 'targeting_criterion', parent: at, home };
    return declared(`${at}/targeting/BROAD_KEYWORD:EQ:${word}`, place, wordFields(word));
  });
  // Line items that run say that they reach everybody.
  const own = { sets: ['targeting_criterion'], lifecycle: lifecycle(item) };
  return [
    declared(at, { kind: 'line_item', parent: campaign, home }, itemFields(item), own),
    ...words,
    ...tags,
  ];
}
