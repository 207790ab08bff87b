import type { Fields } from '../value.ts';

const times = { created_at: '2021-03-01T00:00:00Z', updated_at: '2021-03-01T00:00:00Z' };

/** Hand-picked videos to run next to, each in some countries (F-lookup-06). */
export const curatedCategories: readonly Fields[] = [
  curated(
    'gh8nnwxtq0ao',
    'Evening News',
    'Short reports of the day from national newsrooms.',
    ['US', 'GB'],
    812,
  ),
  curated(
    '9ddrgesiap6o',
    'Basketball',
    'Highlights and talk around the leagues, in and off season.',
    ['US'],
    2040,
  ),
  curated(
    '8tujl1p3yn0g',
    'Football Weekend',
    'Goals and press conferences of the weekend.',
    ['GB', 'ES', 'DE'],
    1377,
  ),
  curated('7kq2v0c5h3mt', 'Cooking at Home', 'Recipes and kitchen tips.', ['US', 'JP', 'FR'], 455),
];

function curated(
  id: string,
  name: string,
  description: string,
  countries: readonly string[],
  videos: number,
): Fields {
  return {
    id,
    name,
    description,
    country_codes: countries,
    publisher_user_ids: ['1353868435021721602', '20265254'],
    videos_monetized_in_last_thirty_days: videos,
    ...times,
  };
}

/** Whose videos content categories are made of (F-lookup-06). */
export const publishers: readonly Fields[] = [
  publisher('1353868435021721602', 'PeoplesSports', ['US'], ['se']),
  publisher('20265254', 'EveningReport', ['US', 'GB'], ['sr', 's4']),
  publisher('378174762', 'KitchenTable', ['US', 'FR', 'JP'], ['so']),
  publisher('900368808', 'NextLevelGaming', ['US', 'JP'], ['s0', 'sl']),
];

function publisher(
  userId: string,
  username: string,
  countries: readonly string[],
  categories: readonly string[],
): Fields {
  return {
    user_id: userId,
    username,
    monetizable_country_codes: countries,
    promotion_eligible_country_codes: countries,
    monetization_restricted: false,
    content_category_ids: categories,
  };
}
