import { z } from 'zod';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import type { LookupFinding } from './lookup-finding.ts';
import type { Lookup } from './read-lookup.ts';

const category = z.object({ name: z.string(), iab_categories: z.array(z.string()) });
type Category = z.infer<typeof category>;

function categoriesOf({ rows }: Lookup): readonly Category[] {
  return rows.flatMap((row) => category.safeParse(row).data ?? []);
}

/** The line items that videos run before, with categories. */
export function prerollItems({ resources }: DesiredDocument): readonly DesiredResource[] {
  return resources.filter(
    ({ kind, fields }) =>
      kind === 'line_item' && fields['objective'] === 'PREROLL_VIEWS' && Array.isArray(fields['categories']),
  );
}

/** Their categories are those of one or two advertiser business categories (F-line-item-14). */
export function checkBusinessCategories(document: DesiredDocument, lookup: Lookup): readonly LookupFinding[] {
  const businesses = categoriesOf(lookup);
  return prerollItems(document).flatMap((item) => {
    const codes = textsIn(item.fields['categories']);
    const found = businesses.filter((each) => each.iab_categories.some((code) => codes.includes(code)));
    const stranger = codes.find((code) => !found.some((each) => each.iab_categories.includes(code)));
    if (stranger !== undefined)
      return [
        {
          address: item.address,
          message: `categories: ${stranger} belongs to no advertiser business category`,
          remedy: `Use the categories of one or two of ${businesses.map(({ name }) => name).join(', ')}.`,
          code: 'INVALID_IAB_CATEGORY',
        },
      ];
    if (found.length <= 2) return [];
    return [
      {
        address: item.address,
        message: `categories: they belong to ${found.length} advertiser business categories; one or two are allowed`,
        remedy: `Keep those of two of ${found.map(({ name }) => name).join(', ')}.`,
        code: 'INVALID_PARAMETER',
      },
    ];
  });
}

/** The targeting by what videos are about. */
export function contentTargeting({ resources }: DesiredDocument): readonly DesiredResource[] {
  return resources.filter(({ fields }) => fields['targeting_type'] === 'IAB_CATEGORY');
}

/** A content category is targeted with all of its IAB categories or not at all (F-targeting-06). */
export function checkContentCategories(document: DesiredDocument, lookup: Lookup): readonly LookupFinding[] {
  const contents = categoriesOf(lookup);
  const byItem = Map.groupBy(contentTargeting(document), ({ parent }) => parent ?? '');
  return [...byItem].flatMap(([address, criteria]) => {
    const codes = new Set(criteria.map(({ fields }) => fields['targeting_value']));
    return contents.flatMap(({ name, iab_categories: whole }) => {
      const absent = whole.filter((code) => !codes.has(code));
      if (absent.length === 0 || absent.length === whole.length) return [];
      return [
        {
          address,
          message: `targeting: the content category ${name} lacks ${absent.join(', ')}`,
          remedy: 'Add IAB_CATEGORY targeting for these too, or remove that of the others of the category.',
          code: 'INVALID_PARAMETER',
        },
      ];
    });
  });
}

function textsIn(value: unknown): readonly string[] {
  return z.array(z.string()).safeParse(value).data ?? [];
}
