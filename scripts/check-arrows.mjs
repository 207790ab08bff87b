// Holds the arrows between the rooms (.dependency-cruiser.mjs), and fails when the checker saw no module.
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const options = await extractDepcruiseOptions('./.dependency-cruiser.mjs');
const { output } = await cruise(['src', 'packages/sandbox/src'], { ...options, validate: true });
const { totalCruised, violations } = output.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`);
if (totalCruised === 0) console.error('no module was read: the checker is not set up for this TypeScript');
if (totalCruised === 0 || violations.length > 0) process.exit(1);
console.log(`arrows hold between ${totalCruised} modules`);
