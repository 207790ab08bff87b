// Speed beside a floor, in the same run, as ratios: npm run bench
import { benchNoOpPlan } from './no-op-plan.ts';
import { benchSandboxThroughput } from './sandbox-throughput.ts';

await benchNoOpPlan();
await benchSandboxThroughput();
