import { vi } from 'vitest';
import { allKinds, depthOf } from '../../../../src/schemas/registry.ts';
import { useKindBench } from '../kind-bench.ts';
import { proveKind } from '../kind-suite.ts';

vi.mock(import('../../../../src/schemas/kinds/index.ts'), async (original) => {
  const { withSmallPages } = await import('../small-pages.ts');
  return withSmallPages(await original());
});

const bench = useKindBench();

// What stands deeper is proved side by side with this, in every-deep-kind.test.ts.
for (const kind of allKinds) if (depthOf(kind) < 2) proveKind(kind, bench);
