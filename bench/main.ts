// Speed beside a floor, in the same run, as ratios: npm run bench
import { benchImport } from './import.ts';
import { benchNoOpPlan } from './no-op-plan.ts';
import { benchSandboxThroughput } from './sandbox-throughput.ts';

await benchNoOpPlan();
await benchImport();
await benchSandboxThroughput();
