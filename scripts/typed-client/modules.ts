import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { clientModel } from './model.ts';
import { tableModule } from './table-module.ts';
import { typesModule } from './types-module.ts';

const types = 'src/client/endpoint-types.ts';
const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url));

/** The generated modules of the typed client, by path. */
export function clientModules(): Readonly<Record<string, string>> {
  const model = clientModel();
  return {
    'src/client/endpoint-table.ts': tableModule(model),
    [types]: execFileSync(biome, ['format', `--stdin-file-path=${types}`], {
      input: typesModule(model),
      encoding: 'utf8',
    }),
  };
}
