import type { SeedRecords } from './seed.ts';

const admin = '756201191646691328';
const manager = '756201191646691329';
const creative = '756201191646691330';

function link(kind: string, user_id: string, target_id: string): SeedRecords[string][number] {
  return { kind, user_id, target_id };
}

/** What the default seed holds for the data API alone: who follows whom, lists, a story, rules. */
export const defaultDataSeed: SeedRecords = {
  lists: [{ id: '1441162269824405510', owner_id: admin, name: 'Retail', description: 'Shops to watch' }],
  user_links: [
    link('follow', admin, manager),
    link('follow', manager, admin),
    link('follow', creative, admin),
    link('follow_list', manager, '1441162269824405510'),
    link('in_list', creative, '1441162269824405510'),
    link('pin_list', admin, '1441162269824405510'),
  ],
  news: [
    {
      id: '2018722105372274936',
      name: 'Spring sales begin',
      summary: 'Shops cut their prices as spring begins.',
      contexts: { topics: ['Retail'], entities: { organizations: ['Acme'] } },
      category: 'Business',
    },
  ],
  powerstream_rules: [{ id: '1700000000000000001', value: 'acme lang:en', tag: 'own' }],
};
