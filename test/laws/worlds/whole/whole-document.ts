import type { DesiredDocument } from '../../../../src/schemas/desired.ts';
import type { Home } from '../../../../src/schemas/home.ts';
import { lenientPolicy } from '../../../support/worlds/lenient-policy.ts';
import { accountKey, campaignResources, declared, itemResources } from '../../../support/worlds/resources.ts';
import { consistent, type Wanted } from './edited.ts';
import { allFiles, filesRead, otherProject, ownProject, readOf } from './whole-files.ts';
import type { OtherProject, WholeCampaign, WholeSpec } from './whole-spec.ts';

export const wholeAccount = '18ce54d4x5t';
const inFileA: Home = { project: ownProject, file: 'a.yaml' };
/** The document as the reader of YAML would give it, from the files that the run reads. */
export function wholeDocument(
  { campaigns, moved, removed }: Wanted,
  spec: Pick<WholeSpec, 'activeLimit' | 'counts' | 'itemLimit' | 'batch' | 'maxDaily' | 'files'>,
): DesiredDocument {
  const read = filesRead(spec.files);
  const own = campaigns.map(consistent).filter(({ file }) => read.includes(file));
  const resources = [
    declared(accountKey, { kind: 'account', parent: undefined, home: inFileA }, {}, { id: wholeAccount }),
    ...own.flatMap((campaign) => campaignResources(campaign, ownProject)),
  ];
  const addresses = new Set(resources.map(({ address }) => address));
  const source = { file: 'a.yaml', line: 1, column: 1 };
  const batch = { campaigns: spec.batch, line_items: spec.batch, targeting_criteria: spec.batch };
  return {
    digest: 'sha256:0',
    accounts: [
      {
        key: accountKey,
        id: wholeAccount,
        limits: { activeCampaigns: spec.activeLimit, count: spec.counts, lineItems: spec.itemLimit, batch },
      },
    ],
    resources,
    // The reader refuses what moves to nothing that it read, or from what is still declared.
    moved: moved
      .filter(([from, to]) => addresses.has(to) && !addresses.has(from))
      .map(([from, to]) => ({ from, to, source })),
    // Nor does it take a removal of what is declared.
    removed: removed
      .filter(({ from, file }) => read.includes(file) && !addresses.has(from))
      .map(({ from, destroy }) => ({ from, destroy, source })),
    policy: { ...lenientPolicy, maxDailyBudget: spec.maxDaily },
    ...readOf(spec.files),
  };
}

/** The document of the other project; `host` is the campaign beneath which its line item stands, by its id. */
export function otherDocument(
  { campaigns, guest }: OtherProject,
  host: { readonly id: string; readonly campaign: WholeCampaign } | undefined,
): DesiredDocument {
  const home = { project: otherProject, file: 'a.yaml' };
  const document = wholeDocument({ campaigns: [], moved: [], removed: [] }, first);
  const under = 'acme/campaigns/ext';
  const guests =
    guest === undefined || host === undefined
      ? []
      : [
          declared(under, { kind: 'campaign', parent: accountKey, home }, {}, { id: host.id }),
          ...consistent({ ...host.campaign, items: [...host.campaign.items, guest] })
            .items.slice(-1)
            .flatMap((item) => itemResources(under, item, home)),
        ];
  const own = campaigns.map(consistent).flatMap((campaign) => campaignResources(campaign, otherProject));
  const places = { files: [`${otherProject}:a.yaml`], folders: [], unread: [], roots: [] };
  return {
    ...document,
    resources: [...document.resources, ...own, ...guests],
    files: ['../outlet/a.yaml'],
    places,
  };
}

/** What documents are applied with before anything is judged: no limit bounds them. */
export const first = {
  activeLimit: 200,
  counts: 'active',
  itemLimit: undefined,
  batch: 10,
  maxDaily: undefined,
  files: allFiles,
} as const;
