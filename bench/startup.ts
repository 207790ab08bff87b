import { join } from 'node:path';
import { compare, type Side, type Suite } from './compare.ts';
import { measure } from './measure.ts';

const example = join(import.meta.dirname, '../examples/campaigns.yaml');
const nothingSent = { requests: 0, bytes: 0 };

/** Commands that need no platform, beside a Node that does nothing. */
export async function benchStartup(suite: Suite): Promise<void> {
  const { adsync, empty } = suite.programs;
  const floor = side('empty Node', [empty]);
  await compare(suite, 'adsync --version', [side('adsync', [adsync, '--version']), floor]);
  const validate = side('adsync', [adsync, 'validate', example]);
  await compare(suite, 'adsync validate of the example', [validate, floor]);
}

function side(name: string, argv: readonly string[]): Side {
  const run = async () => ({ ...(await measure(argv, import.meta.dirname, process.env)), ...nothingSent });
  return { name, run };
}
