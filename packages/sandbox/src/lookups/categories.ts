import type { Fields } from '../value.ts';

interface Category extends Fields {
  readonly id: string;
  readonly name: string;
  readonly iab_categories: readonly string[];
}

/** The codes of a first-level category's second level, without some of them. */
function under(category: string, last: number, without: readonly number[] = []): readonly string[] {
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  return numbers.filter((number) => !without.includes(number)).map((number) => `${category}-${number}`);
}

/** What a brand does, for line items with the objective PREROLL_VIEWS (F-lookup-03). */
export const businessCategories: readonly Category[] = [
  category('1jl', 'Consumer Packaged Goods', [
    ...under('IAB9', 31, [7, 30]),
    'IAB4',
    'IAB6',
    'IAB10',
    'IAB16',
    'IAB22',
    'IAB23',
  ]),
  category('1jm', 'Health & Pharma', ['IAB7']),
  category('1jn', 'Alcohol', ['IAB8-5', 'IAB8-18']),
  category('1jo', 'Dining', under('IAB8', 17, [5])),
  category('1jp', 'Financial Services', ['IAB3', 'IAB13', 'IAB21']),
  category('1jq', 'Retail', ['IAB18']),
  category('1jr', 'Travel', ['IAB20']),
  category('1js', 'Gaming', ['IAB9-30']),
  category('1jt', 'Technology', ['IAB5', 'IAB15', ...under('IAB19', 36, [6, 18])]),
  category('1ju', 'Telecommunication', ['IAB19-6', 'IAB19-18']),
  category('1jv', 'Auto', ['IAB2']),
  category('1jw', 'Media & Entertainment', [
    ...under('IAB1', 7),
    'IAB12',
    ...under('IAB14', 8, [1]),
    'IAB17',
    'IAB25-1',
  ]),
  category('1jx', 'Politics', ['IAB11-4']),
  category('1jy', 'Gambling', ['IAB9-7']),
  category('1jz', 'Dating', ['IAB14-1']),
  category('1k0', 'Non-Profit', ['IAB11-1', 'IAB11-2', 'IAB11-3', 'IAB11-5']),
];

/** What a video is about, for IAB_CATEGORY targeting (F-lookup-04). */
export const contentCategories: readonly Category[] = [
  content('ru', 'Automotive', ['IAB2']),
  content('sk', 'Comedy', ['IAB1-4']),
  content('sl', 'Digital Creators', ['IAB25-1']),
  content('sm', 'Entertainment & Pop Culture', ['IAB1-1', 'IAB1-2', 'IAB1-3', 'IAB1-5']),
  content('sn', 'Financial & Business News', ['IAB3', 'IAB13', 'IAB21']),
  content('so', 'Food & Drink', under('IAB8', 17, [5])),
  content('sq', 'Music', ['IAB1-6']),
  content('sr', 'News & Current Events', ['IAB12', 'IAB14']),
  content('s4', 'Politics', ['IAB11']),
  content('ss', 'Science & Education', ['IAB5', 'IAB15']),
  content('se', 'Sports', ['IAB17']),
  content('sg', 'Technology', ['IAB19']),
  content('sh', 'Television', ['IAB1-7']),
  content('s0', 'Esports & Video Games', ['IAB9-30']),
];

function category(id: string, name: string, codes: readonly string[]): Category {
  return { id, name, iab_categories: codes };
}

function content(id: string, name: string, codes: readonly string[]): Category {
  const weight = name.length;
  return {
    ...category(id, name, codes),
    publishers_in_last_thirty_days: weight * 3,
    videos_monetized_in_last_thirty_days: weight * 97,
  };
}

/** The categories of a list that some of the codes belong to. */
export function categoriesOf(list: readonly Category[], codes: readonly string[]): readonly Category[] {
  return list.filter((each) => each.iab_categories.some((code) => codes.includes(code)));
}
