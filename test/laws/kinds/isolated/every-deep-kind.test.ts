import { vi } from 'vitest';
import { allKinds, depthOf } from '../../../../src/schemas/registry.ts';
import { useKindBench } from '../kind-bench.ts';
import { proveKind } from '../kind-suite.ts';

vi.mock(import('../../../../src/schemas/kinds/index.ts'), async (original) => {
  const { withSmallPages } = await import('../small-pages.ts');
  return withSmallPages(await original());
});

const bench = useKindBench();

// Members of an audience are no records: they are proved in test/unit/audiences.
for (const kind of allKinds) if (depthOf(kind) >= 2 && kind.members !== true) proveKind(kind, bench);
