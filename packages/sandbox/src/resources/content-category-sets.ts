import { invalid, type Touched } from '../engine/resource.ts';
import { categoriesOf, contentCategories } from '../lookups/categories.ts';
import { textIn } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import type { World } from '../world/world.ts';
import { liveUnder } from './line-item-children.ts';

/**
 * A content category is targeted with all of its IAB categories or not at all (F-targeting-06): held against what
 * stands once a request is carried out.
 */
export function settleContentCategories(
  touched: readonly Touched[],
  world: World,
): ReadonlyMap<number, Problem> {
  const problems = new Map<number, Problem>();
  const concerned = touched.filter(({ record }) => record['targeting_type'] === 'IAB_CATEGORY');
  for (const { index, record } of concerned) {
    const absent = absentCodes(
      world,
      textIn(record, 'line_item_id') ?? '',
      textIn(record, 'targeting_value') ?? '',
    );
    if (absent.length === 0) continue;
    const message = `The content category needs all of its IAB categories as targeting, also ${absent.join(', ')}`;
    problems.set(index, invalid('targeting_value', message));
  }
  return problems;
}

/** The codes that are not targeted, of the category that the code belongs to; none where no code of it is. */
function absentCodes(world: World, itemId: string, code: string): readonly string[] {
  const targeted = new Set(
    liveUnder(world, 'targeting_criteria', itemId)
      .filter((criterion) => criterion['targeting_type'] === 'IAB_CATEGORY')
      .map((criterion) => textIn(criterion, 'targeting_value')),
  );
  const codes = categoriesOf(contentCategories, [code]).flatMap((category) => category.iab_categories);
  return codes.some((each) => targeted.has(each)) ? codes.filter((each) => !targeted.has(each)) : [];
}
