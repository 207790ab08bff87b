import type { Endpoint } from '../engine/endpoint.ts';
import { campaignReaders } from '../engine/roles.ts';
import { ApiError } from '../wire/api-error.ts';
import { curatedCategories } from './curated-categories.ts';

/** One curated category (F-lookup-06). */
export const getCuratedCategory: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/curated_categories/:curated_category_id',
  profile: 'public',
  allowed: campaignReaders,
  run: ({ path }) => {
    const id = path['curated_category_id'] ?? '';
    const data = curatedCategories.find((category) => category['id'] === id);
    if (data !== undefined) return { request: { params: path }, data };
    const message = `Curated category ${id} was not found`;
    throw new ApiError(404, [{ code: 'NOT_FOUND', message, parameter: 'curated_category_id', value: id }], {
      params: path,
    });
  },
};
