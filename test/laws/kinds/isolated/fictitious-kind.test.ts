import { expect, test, vi } from 'vitest';
import { explainKind } from '../../../../src/report/explain-text.ts';
import { documentJsonSchema } from '../../../../src/schemas/json-schema.ts';
import { kindNamed } from '../../../../src/schemas/registry.ts';
import { useKindBench } from '../kind-bench.ts';
import { proveKind } from '../kind-suite.ts';

const name = 'scheduled_promoted_post';

// The one file and the one line that a kind takes.
vi.mock(import('../../../../src/schemas/kinds/index.ts'), async (original) => {
  const { withSmallPages } = await import('../small-pages.ts');
  const { scheduledPromotedPost } = await import('../fictitious/scheduled-promoted-post.ts');
  const registry = await original();
  return withSmallPages({
    ...registry,
    kinds: { ...registry.kinds, scheduled_promoted_post: scheduledPromotedPost },
  });
});

proveKind(kindNamed(name), useKindBench());

test('editors and the reference know it', () => {
  expect(JSON.stringify(documentJsonSchema())).toContain('scheduled_promoted_posts');
  expect(explainKind(kindNamed(name))).toContain('scheduled_post');
});
